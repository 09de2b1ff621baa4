import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servedOperations } from '@vedette/contract';
import { example, type Gateway, Scene } from './console-scene.ts';

const { createSignInLink, listSignInMethods } = servedOperations;

let scene: Scene;
let gateway: Gateway;
/** Makes the answer of `listSignInMethods` as long as a test wants. */
let padding = '';

beforeAll(async () => {
  scene = await Scene.start();
  gateway = await scene.gateway((port) => `http://localhost:${port}`);
  await scene.services.answer('createSignInLink', () => example('createSignInLink'));
  await scene.services.answer('listSignInMethods', () => ({ ...example('listSignInMethods'), padding }));
});

afterAll(() => scene.stop());

describe('the bounds of an operation', () => {
  const lengthOf = (text: string) => ({ 'content-length': String(text.length) });
  const chunked = () => ({ 'transfer-encoding': 'chunked' });

  it.each([
    { name: 'as long as they say', more: 0, headers: lengthOf, status: 202 },
    { name: 'as long as they say, in chunks', more: 0, headers: chunked, status: 202 },
    { name: 'longer', more: 1, headers: lengthOf, status: 400 },
    { name: 'longer, in chunks', more: 1, headers: chunked, status: 400 },
  ])('decide about a body that is $name: $status', async ({ more, headers, status }) => {
    const raw = JSON.stringify({ email: 'ada@example.com' }).padEnd(createSignInLink.maxBodyBytes + more);
    const json = { 'content-type': 'application/json', ...headers(raw) };
    const answer = await gateway.call('/sign-in/links', { method: 'POST', headers: json, raw });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.text).toContain(`body must be at most ${createSignInLink.maxBodyBytes} bytes long`);
  });

  it.each([
    { name: 'as long as they say', more: 0, status: 200 },
    { name: 'longer', more: 1, status: 500 },
  ])('decide about an answer that is $name: $status', async ({ more, status }) => {
    padding = '';
    const { length } = (await gateway.call('/sign-in/methods')).text;
    padding = 'x'.repeat(listSignInMethods.maxAnswerBytes - length + more);
    expect((await gateway.call('/sign-in/methods')).status).toBe(status);
  });
});
