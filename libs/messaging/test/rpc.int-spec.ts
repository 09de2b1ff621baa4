import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, type InternalRequest } from '@vedette/contract';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import type { NatsLink } from '../src/link/nats-link.ts';
import { Reply } from '../src/rpc/reply.ts';
import { LANE_LIMITS } from '../src/rpc/request-lane.ts';
import { RpcClient, Unanswered } from '../src/rpc/rpc-client.ts';
import type { RpcContext } from '../src/rpc/rpc-context.ts';
import { RpcServer } from '../src/rpc/rpc-server.ts';
import { contextHeaders } from '../src/link/wire.ts';
import { NatsScene, requestContext, silentLogger } from './scene.ts';

type Handler = (input: unknown, context: RpcContext) => unknown;

let nats: NatsScene;
let clientLink: NatsLink;
let client: RpcClient;
const servers: RpcServer[] = [];
beforeAll(async () => {
  nats = await NatsScene.start();
  clientLink = await nats.connectedLink();
  client = new RpcClient(clientLink, silentLogger());
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => nats.stop());

let subjects = 0;
function newRequest(deadlineMs = 5_000): InternalRequest<unknown, unknown> {
  subjects += 1;
  return { subject: `vedette.rpc.test.s${subjects}`, deadlineMs, lane: 'internal', callers: [] };
}

interface Served {
  server: RpcServer;
  link: NatsLink;
  metrics: Metrics;
  lines: string[];
}

/** Starts a replica of a service with one handler; its subscription is active when this returns. */
async function serve(subject: string, handler: Handler): Promise<Served> {
  const link = await nats.connectedLink();
  const lines: string[] = [];
  const metrics = new Metrics('test');
  const server = new RpcServer({ link, service: 'test', logger: silentLogger(lines), metrics });
  server.addHandler(subject, async (input: unknown, context: RpcContext) => handler(input, context));
  server.listen(() => undefined);
  await link.flush();
  servers.push(server);
  return { server, link, metrics, lines };
}

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('The request should have failed with an ApiError', { cause: error });
}

describe('a request', () => {
  it('reaches its handler with input and context, and brings the answer back', async () => {
    const request = newRequest();
    let seen: unknown;
    await serve(request.subject, (input, context) => {
      seen = { input, organizationId: context.organizationId, requestId: context.request.requestId };
      return { answer: 'ö' };
    });
    const { body, isReplayed } = await client.forward(request.subject, '{"a":1}', requestContext());
    expect(Buffer.from(body).toString()).toBe('{"answer":"ö"}');
    expect(isReplayed).toBe(false);
    expect(seen).toEqual({ input: { a: 1 }, organizationId: 'org_1', requestId: 'req_1' });
  });

  it('says when its answer is a stored one, and passes its bytes on as they are', async () => {
    const request = newRequest();
    await serve(request.subject, () => new Reply('{ "b": 1, "a": 2 }', true));
    const { body, isReplayed } = await client.forward(request.subject, '{}', requestContext());
    expect(Buffer.from(body).toString()).toBe('{ "b": 1, "a": 2 }');
    expect(isReplayed).toBe(true);
  });

  it('carries an answer of 7 MB', async () => {
    const request = newRequest();
    await serve(request.subject, () => 'x'.repeat(7_000_000));
    expect(await client.ask(request, {})).toHaveLength(7_000_000);
  });

  it('is answered by one of the replicas', async () => {
    const request = newRequest();
    let handled = 0;
    const handler = (): null => {
      handled += 1;
      return null;
    };
    await serve(request.subject, handler);
    await serve(request.subject, handler);
    await Promise.all(Array.from({ length: 20 }, () => client.ask(request, {})));
    expect(handled).toBe(20);
  });
});

describe('a request that fails', () => {
  it('brings a refusal back with its code, message and details', async () => {
    const request = newRequest();
    const refusal = ApiError.validation([{ path: 'url', message: 'url is required' }]);
    await serve(request.subject, () => {
      throw refusal;
    });
    const error = await failure(client.ask(request, {}));
    expect(error).toMatchObject({ code: 'validation_error', message: refusal.message, details: refusal.details });
  });

  it('tells nothing of a defect to the caller, and everything to the log', async () => {
    const request = newRequest();
    const { lines } = await serve(request.subject, () => {
      throw new Error('relation "secret_table" does not exist');
    });
    const error = await failure(client.ask(request, {}));
    expect(error.code).toBe('internal_error');
    expect(error.message).not.toContain('secret_table');
    expect(lines.join()).toContain('secret_table');
  });

  it('is told apart from one that nobody has answered', async () => {
    const request = newRequest();
    await serve(request.subject, () => {
      throw new Error('a defect');
    });
    expect(await failure(client.ask(request, {}))).not.toBeInstanceOf(Unanswered);
    const unanswered = await failure(client.ask(newRequest(), {}));
    expect(unanswered).toBeInstanceOf(Unanswered);
    expect(unanswered).toMatchObject({ code: 'internal_error', message: ApiError.internal().message });
  });

  it('ends at its deadline when nobody answers in time; the service may have another clock', async () => {
    const request = newRequest(300);
    let leftMs = 0;
    await serve(request.subject, (_, context) => {
      leftMs = context.request.deadlineAt - Date.now();
      return new Promise((resolve) => setTimeout(resolve, 1_000));
    });
    const startedAt = performance.now();
    expect(await failure(client.ask(request, {}))).toBeInstanceOf(Unanswered);
    expect(leftMs).toBeGreaterThan(4_000);
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThanOrEqual(290);
    expect(tookMs).toBeLessThan(4_000);
  });

  it('never outlives the request that caused it', async () => {
    const request = newRequest(5_000);
    await serve(request.subject, () => new Promise((resolve) => setTimeout(resolve, 1_000)));
    const startedAt = performance.now();
    await failure(client.ask(request, {}, { requestId: 'req_1', deadlineAt: Date.now() + 200 }));
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('fails at once when no service is there', async () => {
    const startedAt = performance.now();
    expect((await failure(client.ask(newRequest(), {}))).code).toBe('internal_error');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('is refused when it carries no context', async () => {
    const request = newRequest();
    let handled = false;
    await serve(request.subject, () => {
      handled = true;
    });
    const reply = await (await nats.connection()).request(request.subject, '{}', { timeout: 2_000 });
    expect(reply.headers?.get('vedette-error')).toBe('internal_error');
    expect(handled).toBe(false);
  });

  it('is dropped when its caller has given up before it was taken', async () => {
    const request = newRequest();
    const handled: unknown[] = [];
    const { metrics } = await serve(request.subject, (input) => {
      handled.push(input);
    });
    const connection = await nats.connection();
    const expired = requestContext({ deadlineAt: Date.now() - 1 });
    connection.publish(request.subject, '"late"', { headers: contextHeaders(expired) });
    await client.ask(request, 'in time');
    expect(handled).toEqual(['in time']);
    expect(await metrics.registry.metrics()).toMatch(/rpc_handled_seconds_count\{.*outcome="expired".*\} 1/);
  });

  it('is refused at once by a replica that has more to do than it can in time', async () => {
    const request = newRequest();
    const gate = Promise.withResolvers<null>();
    await serve(request.subject, () => gate.promise);
    const { places, maxWaiting } = LANE_LIMITS.internal;
    const taken = Array.from({ length: places + maxWaiting }, () => client.ask(request, {}));
    await failure(client.ask(request, {}));
    gate.resolve(null);
    expect(await Promise.all(taken)).toHaveLength(places + maxWaiting);
  });
});

describe('a replica that stops', () => {
  it('answers what it has taken, and takes no more', async () => {
    const request = newRequest();
    const taken = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<string>();
    const { server } = await serve(request.subject, () => {
      taken.resolve();
      return gate.promise;
    });
    const answer = client.ask(request, {});
    await taken.promise;
    let isClosed = false;
    const closing = server.close().finally(() => {
      isClosed = true;
    });
    // Without a subscriber a request fails at once; before that, a request would wait at the gate.
    await waitFor('the end of the subscription', async () => {
      const startedAt = performance.now();
      await failure(client.ask({ ...request, deadlineMs: 200 }, {}));
      return performance.now() - startedAt < 150;
    });
    expect(isClosed).toBe(false);
    gate.resolve('answered');
    expect(await answer).toBe('answered');
    await closing;
  });

  it('leaves its requests to the others', async () => {
    const request = newRequest();
    const first = await serve(request.subject, () => 'first');
    await serve(request.subject, () => 'second');
    const answers = Array.from({ length: 50 }, () => client.ask(request, {}));
    await first.server.close();
    expect((await Promise.all(answers)).every((answer) => answer === 'first' || answer === 'second')).toBe(true);
    expect(await client.ask(request, {})).toBe('second');
  });
});

describe('without NATS', () => {
  it('a request fails at once, a stop is not held up, and everything works again afterwards', async () => {
    const request = newRequest();
    await serve(request.subject, () => 'here');
    const stopping = await serve(newRequest().subject, () => 'gone');
    await nats.store.kill();
    await waitFor('the loss', () => !stopping.link.isConnected && !clientLink.isConnected);
    const startedAt = performance.now();
    expect((await failure(client.ask(request, {}))).code).toBe('internal_error');
    await stopping.server.close();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    await nats.store.resume();
    await waitFor('an answer', () => client.ask(request, {}).catch(() => undefined));
  });
});
