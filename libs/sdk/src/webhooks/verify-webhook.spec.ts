import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { VedetteError } from '../vedette-error.ts';
import { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = '{"id":"evt_1","type":"monitor.up","data":{"monitor":{"name":"Müller"}}}';

function headersAt(ms: number, body = BODY): Record<string, string> {
  const timestamp = String(Math.floor(ms / 1_000));
  const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`evt_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const now = (): Record<string, string> => headersAt(Date.now());
const inCapitals = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

describe('verifyWebhook', () => {
  it.each<{ name: string; headers: () => WebhookHeaders; body: string | Uint8Array }>([
    { name: 'a Headers object and a text', headers: () => new Headers(now()), body: BODY },
    { name: 'the headers of Node and bytes', headers: now, body: Buffer.from(BODY) },
    { name: 'headers in capitals', headers: () => inCapitals(now()), body: BODY },
    {
      name: 'headers as lists',
      headers: () => Object.fromEntries(Object.entries(now()).map(([name, value]) => [name, [value]])),
      body: BODY,
    },
  ])('gives the event: $name', async ({ headers, body }) => {
    const event = await verifyWebhook(headers(), body, SECRET);
    expect(event).toEqual(JSON.parse(BODY));
  });

  it.each<{ name: string; headers: WebhookHeaders; message: string }>([
    { name: 'no headers', headers: {}, message: 'is missing' },
    { name: 'empty lists', headers: { 'webhook-id': [] }, message: 'is missing' },
    { name: 'an old signature', headers: headersAt(Date.now() - 400_000), message: 'more than 5 minutes ago' },
    { name: 'a signature of the future', headers: headersAt(Date.now() + 400_000), message: 'is the clock slow?' },
    { name: 'another body', headers: headersAt(Date.now(), '{}'), message: 'No signature matches' },
    { name: 'no time', headers: { ...now(), 'webhook-timestamp': 'now' }, message: 'no time in seconds' },
  ])('refuses $name', async ({ headers, message }) => {
    const error: unknown = await verifyWebhook(headers, BODY, SECRET).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VedetteError);
    expect(error).toMatchObject({ code: 'invalid_signature', message: expect.stringContaining(message) });
  });
});
