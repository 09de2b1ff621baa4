import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallOptions, Vedette, VedetteError, type VedetteOptions } from '../src/index.ts';
import {
  type Answerer,
  apiError,
  cutInTheMiddle,
  html,
  json,
  OddServer,
  reset,
  stalled,
  truncatedJson,
} from './support/odd-server.ts';

let server: OddServer;

beforeAll(async () => {
  server = await OddServer.start();
});

afterAll(() => server.stop());

const SOON = { 'Retry-After': '0' };
const monitor = json(200, { id: 'mon_1' });

function client(options: Partial<VedetteOptions> = {}): Vedette {
  return new Vedette({ apiKey: 'ved_key', baseUrl: server.url, ...options } as VedetteOptions);
}

async function failure(call: PromiseLike<unknown>): Promise<VedetteError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(VedetteError);
  return error as VedetteError;
}

describe('a failure that passes', () => {
  it.each<{ name: string; first: Answerer }>([
    { name: 'a connection reset before the answer', first: reset },
    { name: 'a connection closed in the middle of the answer', first: cutInTheMiddle },
    { name: 'truncated JSON', first: truncatedJson },
    { name: 'the HTML 502 of a proxy', first: html(502) },
    { name: '500', first: apiError(500, 'internal_error', SOON) },
    { name: '503 that asks for no wait', first: apiError(503, 'internal_error', SOON) },
    { name: '429', first: apiError(429, 'rate_limited', SOON) },
    {
      name: '429 until a date by the clock of the server',
      first: apiError(429, 'rate_limited', {
        Date: 'Tue, 01 Jan 2030 00:00:00 GMT',
        'Retry-After': 'Tue, 01 Jan 2030 00:00:00 GMT',
      }),
    },
    { name: 'the same request still running', first: apiError(409, 'idempotency_in_progress', SOON) },
  ])('is survived, and the write keeps its Idempotency-Key: $name', async ({ first }) => {
    server.answers(first, monitor);
    expect(await client().monitors.update('mon_1', { name: 'Shop' })).toEqual({ id: 'mon_1' });
    const [one, two] = server.received;
    expect(server.received).toHaveLength(2);
    expect(one?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
    expect(two?.headers['idempotency-key']).toBe(one?.headers['idempotency-key']);
    expect(two?.body).toBe('{"name":"Shop"}');
  });

  it('gives every call a key of its own, or the one that it is given', async () => {
    server.answers(monitor);
    await client().monitors.pause('mon_1');
    await client().monitors.pause('mon_1');
    await client().monitors.pause('mon_1', { idempotencyKey: 'mine' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('waits as long as the server asks', async () => {
    server.answers(apiError(429, 'rate_limited', { 'Retry-After': '1' }), monitor);
    const before = performance.now();
    await client().monitors.get('mon_1');
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a failure that stays', () => {
  it('is reported after the retries that are allowed', async () => {
    server.answers(html(502));
    const error = await failure(client({ retries: 1 }).monitors.list());
    expect(error).toMatchObject({ code: 'invalid_response', status: 502, requestId: undefined, details: [] });
    expect(server.received).toHaveLength(2);
  });

  it.each<{ name: string; answer: Answerer; code: string }>([
    { name: '500', answer: apiError(500, 'internal_error'), code: 'internal_error' },
    { name: '429', answer: apiError(429, 'rate_limited', SOON), code: 'rate_limited' },
    { name: 'a reset', answer: reset, code: 'connection_error' },
  ])('is reported at once with retries: 0: $name', async ({ answer, code }) => {
    server.answers(answer);
    expect(await failure(client({ retries: 0 }).monitors.get('mon_1'))).toMatchObject({ code });
    expect(await failure(client().monitors.get('mon_1', { retries: 0 }))).toMatchObject({ code });
    expect(server.received).toHaveLength(2);
  });

  it.each<{ name: string; answer: Answerer; code: string; status: number }>([
    {
      name: 'another request with the key',
      answer: apiError(409, 'idempotency_conflict'),
      code: 'idempotency_conflict',
      status: 409,
    },
    { name: 'not found', answer: apiError(404, 'not_found'), code: 'not_found', status: 404 },
    { name: 'a page in place of JSON', answer: html(200), code: 'invalid_response', status: 200 },
  ])('is not tried again where that cannot help: $name', async ({ answer, code, status }) => {
    server.answers(answer);
    expect(await failure(client().monitors.pause('mon_1'))).toMatchObject({ code, status });
    expect(server.received).toHaveLength(1);
  });

  it('names every fault of a request, and the headers of the answer', async () => {
    const details = [{ path: 'url', message: 'url is required for HTTP monitors' }];
    const error = { code: 'validation_error', message: 'It is not valid.', requestId: 'req_9', details };
    server.answers(json(400, { error }, { 'RateLimit-Remaining': '7' }));
    const failed = await failure(client().monitors.create({ name: 'Shop', type: 'CRON' }));
    expect(failed).toMatchObject({ ...error, status: 400, name: 'VedetteError' });
    expect(failed.headers?.get('ratelimit-remaining')).toBe('7');
  });

  it('does not lead the key elsewhere by a redirect', async () => {
    server.answers((response) => response.writeHead(308, { Location: `${server.url}/elsewhere` }).end());
    expect(await failure(client().monitors.get('mon_1'))).toMatchObject({ code: 'invalid_response', status: 308 });
    expect(server.received.map(({ url }) => url)).toEqual(['/api/v1/monitors/mon_1']);
  });

  it('does not repeat a sign-in that may have happened', async () => {
    server.answers(reset);
    const session = new Vedette({ session: true, baseUrl: server.url });
    expect(await failure(session.signIn.redeemLink({ token: 'once' }))).toMatchObject({ code: 'connection_error' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('says why there is no connection', async () => {
    const gone = await OddServer.start();
    const { url } = gone;
    await gone.stop();
    const error = await failure(new Vedette({ apiKey: 'k', baseUrl: url, retries: 0 }).monitors.list());
    expect(error).toMatchObject({ code: 'connection_error', status: undefined });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('the deadline of a call', () => {
  it('is not waited for if the server asks for a longer wait', async () => {
    server.answers(apiError(429, 'rate_limited', { 'Retry-After': '86400' }));
    const before = performance.now();
    expect(await failure(client().monitors.get('mon_1'))).toMatchObject({ code: 'rate_limited' });
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(server.received).toHaveLength(1);
  });

  it.each<{ name: string; answer: Answerer }>([
    { name: 'no answer', answer: () => undefined },
    { name: 'half an answer', answer: stalled },
  ])('ends a call: $name', async ({ answer }) => {
    server.answers(answer);
    expect(await failure(client({ deadlineMs: 500 }).monitors.get('mon_1'))).toMatchObject({ code: 'timeout' });
    expect(server.received).toHaveLength(1);
  });

  it.each<{ name: string; options: CallOptions }>([
    { name: 'longer than a timer holds', options: { deadlineMs: 2 ** 40 } },
    { name: 'without end', options: { deadlineMs: Infinity } },
  ])('may be $name', async ({ options }) => {
    server.answers(monitor);
    expect(await client().monitors.get('mon_1', options)).toEqual({ id: 'mon_1' });
  });
});

describe('the signal of the caller', () => {
  it.each<{ name: string; answer: Answerer }>([
    { name: 'while it waits for the answer', answer: () => undefined },
    { name: 'while it reads the answer', answer: stalled },
    { name: 'while it waits to try again', answer: apiError(429, 'rate_limited', { 'Retry-After': '60' }) },
  ])('ends a call with its reason: $name', async ({ answer }) => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    server.answers((response) => {
      answer(response);
      setTimeout(() => controller.abort(reason), 50);
    });
    await expect(client().monitors.get('mon_1', { signal: controller.signal })).rejects.toBe(reason);
  });

  it('sends nothing if it has fired before', async () => {
    server.answers(monitor);
    const signal = AbortSignal.abort(new Error('no'));
    await expect(client().monitors.get('mon_1', { signal })).rejects.toThrow('no');
    expect(server.received).toEqual([]);
  });
});

describe('a call', () => {
  it('gives the headers of its response on request', async () => {
    server.answers(json(200, { id: 'mon_1' }, { 'Idempotency-Replayed': 'true' }));
    const { data, response } = await client().monitors.pause('mon_1').withResponse();
    expect(data.id).toBe('mon_1');
    expect(response.headers.get('idempotency-replayed')).toBe('true');
  });

  it('rejects once, whichever way it is read', async () => {
    server.answers(apiError(404, 'not_found'));
    expect(await failure(client().monitors.get('mon_1').withResponse())).toMatchObject({ code: 'not_found' });
  });

  it('is refused without a request if an id is missing', async () => {
    server.answers(monitor);
    await expect(client().monitors.delete('')).rejects.toThrow(new TypeError('monitorId must be an id'));
    expect(server.received).toEqual([]);
  });

  it('is refused without a request if the key cannot be a header', async () => {
    const broken = new Vedette({ apiKey: 'ved_\nkey', baseUrl: server.url });
    await expect(broken.monitors.get('mon_1')).rejects.toThrow(TypeError);
    expect(server.received).toEqual([]);
  });
});

describe('new Vedette', () => {
  it.each<{ name: string; options: VedetteOptions; message: string | RegExp }>([
    { name: 'an address without a scheme', options: { apiKey: 'k', baseUrl: 'api.example' }, message: /URL/ },
    { name: 'no address outside a page', options: { session: true }, message: 'Outside a page, give baseUrl' },
  ])('refuses $name', ({ options, message }) => {
    expect(() => new Vedette(options)).toThrow(message);
  });

  it('asks for the address of the console where an operation needs it', async () => {
    await expect(client().keys.create({ name: 'CI', access: 'FULL' })).rejects.toThrow('give consoleUrl');
  });
});
