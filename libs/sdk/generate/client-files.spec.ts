import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  compileRequestValidator,
  consoleContract,
  contract,
  EVENT_TYPES,
  type Operation,
  takesIdempotencyKey,
} from '@vedette/contract';
import { Vedette, type VedetteOptions } from '../src/index.ts';
import { clientFiles } from './client-files.ts';
import { methods } from './client-source.ts';

const files = await clientFiles();

describe('the files that are made from the contracts', () => {
  it('are up to date; otherwise run `npx -y pnpm run sdk`', () => {
    for (const [path, text] of Object.entries(files)) expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('have a type for each of the 22 events', () => {
    const text = Object.values(files).join('\n');
    expect(EVENT_TYPES).toHaveLength(22);
    for (const type of EVENT_TYPES) expect(text).toContain(`type: '${type}';`);
  });
});

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly credentials: RequestInit['credentials'];
}

/** Calls the method of an operation and keeps what it sends. */
async function send(operation: Operation, options: VedetteOptions): Promise<Sent> {
  const sent: Sent[] = [];
  const client = new Vedette({
    ...options,
    fetch: (url, { method = '', headers, body, credentials }) => {
      sent.push({
        method,
        url: new URL(url),
        headers: new Headers(headers),
        body: body as string | undefined,
        credentials,
      });
      return Promise.resolve(Response.json({ data: [], pagination: { limit: 25, offset: 0, total: 0 } }));
    },
  }) as unknown as Record<string, Record<string, (...args: unknown[]) => PromiseLike<unknown>>>;
  const found = methods().filter((each) => each.operation.id === operation.id);
  expect(found).toHaveLength(1);
  const [{ group, method, row } = { group: '', method: '', row: undefined }] = found;
  const ids = operation.path
    .split('{')
    .slice(1)
    .map((_, index) => `id_${String(index)}`);
  const call = client[group]?.[method]?.(...ids, ...(row?.body === 'json' ? [{ key: 'value' }] : []));
  if (row?.streams === true) await (call as unknown as AsyncIterator<unknown>).next().catch(() => undefined);
  else await call;
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
}

const BY_KEY: VedetteOptions = {
  apiKey: 'ved_key',
  baseUrl: 'https://api.example/base/',
  consoleUrl: 'https://console.example',
  retries: 0,
};
const BY_SESSION: VedetteOptions = {
  session: true,
  baseUrl: 'https://console.example/prefix',
  organization: 'org_1',
  retries: 0,
};

function pathOf({ path }: Operation): string {
  let index = 0;
  return path.replaceAll(/\{\w+\}/g, () => `id_${String(index++)}`);
}

function expectToFit(operation: Operation, sent: Sent): void {
  expect(sent.method).toBe(operation.method);
  expect(sent.headers.has('idempotency-key')).toBe(takesIdempotencyKey(operation));
  expect(sent.headers.get('accept')).toBe(operation.answer === 'json' ? 'application/json' : 'text/event-stream');
  expect(sent.body === undefined).toBe(operation.body === undefined);
  expect(sent.headers.get('content-type')).toBe(operation.body === undefined ? null : 'application/json');
}

describe('the client', () => {
  it.each(contract.operations)('sends $id of the public contract by key', async (operation) => {
    const sent = await send(operation, BY_KEY);
    expectToFit(operation, sent);
    expect(sent.url.href).toBe(`https://api.example/base${pathOf(operation)}`);
    expect(sent.headers.get('x-api-key')).toBe('ved_key');
    expect(sent.credentials).toBeUndefined();
  });

  it.each(consoleContract.operations)('sends $id of the console contract by session', async (operation) => {
    const sent = await send(operation, BY_SESSION);
    expectToFit(operation, sent);
    expect(sent.url.href).toBe(`https://console.example/prefix${pathOf(operation)}`);
    expect(sent.headers.get('vedette-organization')).toBe('org_1');
    expect(sent.headers.has('x-api-key')).toBe(false);
    expect(sent.credentials).toBe('same-origin');
  });

  const isPublic = (id: string): boolean => contract.operations.some((each) => each.id === id);
  it.each(consoleContract.operations.filter(({ id, credentials }) => credentials.includes('key') && !isPublic(id)))(
    'sends $id of the console alone by key to the console',
    async (operation) => {
      const sent = await send(operation, BY_KEY);
      expectToFit(operation, sent);
      expect(sent.url.href).toBe(`https://console.example${pathOf(operation)}`);
      expect(sent.headers.get('x-api-key')).toBe('ved_key');
    },
  );

  const byKey = consoleContract.operations.filter(({ credentials }) => credentials.includes('key'));
  it.each(byKey)('sends $id by key to the console if that is the only address', async (operation) => {
    const sent = await send(operation, { apiKey: 'ved_key', consoleUrl: 'https://console.example', retries: 0 });
    expectToFit(operation, sent);
    expect(sent.url.href).toBe(`https://console.example${pathOf(operation)}`);
    expect(sent.headers.get('x-api-key')).toBe('ved_key');
  });

  const withoutFields = consoleContract.operations.filter(
    ({ id, body }) =>
      body !== undefined && methods().some((each) => each.operation.id === id && each.row.body === 'empty'),
  );
  it.each(withoutFields)('sends $id a body that it takes', async (operation) => {
    const { body = '' } = await send(operation, BY_SESSION);
    const params = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'id']));
    const validate = compileRequestValidator(operation);
    expect(validate({ params, query: new URLSearchParams(), body: JSON.parse(body) })).toMatchObject({ ok: true });
  });
});
