import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { ApiError, type InternalRequest } from '@vedette/contract';
import { currentOrganizationId, currentRequestId, Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import type { NatsLink } from '../src/link/nats-link.ts';
import { Parcels } from '../src/link/parcels.ts';
import { Requests } from '../src/link/requests.ts';
import { PART_BYTES, type Pieces } from '../src/link/parts.ts';
import { Reply } from '../src/rpc/reply.ts';
import { RpcClient, type RpcAnswer } from '../src/rpc/rpc-client.ts';
import { RpcServer } from '../src/rpc/rpc-server.ts';
import { NatsScene, requestContext, silentLogger } from './scene.ts';

const MEGABYTE = 1024 * 1024;

let nats: NatsScene;
let client: RpcClient;
let clientLink: NatsLink;
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

interface Served {
  readonly request: InternalRequest<unknown, unknown>;
  readonly server: RpcServer;
  readonly link: NatsLink;
  readonly lines: string[];
  heldBytes(): Promise<number>;
}

async function serve(handler: (input: unknown) => unknown, deadlineMs = 5_000): Promise<Served> {
  subjects += 1;
  const request = { subject: `vedette.rpc.test.large${subjects}`, deadlineMs, lane: 'internal' as const, callers: [] };
  const lines: string[] = [];
  const link = nats.link(silentLogger(lines));
  await waitFor('NATS', () => link.isConnected);
  const metrics = new Metrics('test');
  const server = new RpcServer({ link, service: 'test', logger: silentLogger(lines), metrics });
  server.addHandler(request.subject, async (input: unknown) => handler(input));
  server.listen(() => undefined);
  await link.flush();
  servers.push(server);
  const heldBytes = async (): Promise<number> =>
    Number(/vedette_parcel_bytes\{[^}]*\} (\d+)/.exec(await metrics.registry.metrics())?.[1]);
  return { request, server, link, lines, heldBytes };
}

/** Pieces of one megabyte each, and a count of the pieces made so far. */
function megabytes(count: number): { pieces: Pieces; made: () => number; isClosed: () => boolean } {
  let made = 0;
  let isClosed = false;
  async function* pieces() {
    try {
      yield '"';
      for (; made < count; made += 1) yield 'x'.repeat(MEGABYTE);
      yield '"';
    } finally {
      isClosed = true;
    }
  }
  return { pieces: pieces(), made: () => made, isClosed: () => isClosed };
}

async function readAll({ body, rest }: RpcAnswer): Promise<number> {
  let bytes = body.length;
  for (let part = await rest?.next(); part !== undefined; part = await rest?.next()) bytes += part.length;
  return bytes;
}

const forward = ({ request }: Served): Promise<RpcAnswer> => client.forward(request.subject, '{}', requestContext());

describe('messages that are too large for one', () => {
  const rows = [
    { name: 'as long as one part', length: PART_BYTES - 2 },
    { name: 'a byte longer', length: PART_BYTES - 1 },
    { name: 'of four bytes a character', length: PART_BYTES - 3, character: '😀' },
    { name: 'of 20 MB', length: 20_000_000 },
  ];
  it.each(rows)('travel there and back: $name', async ({ length, character = 'x' }) => {
    const served = await serve((input) => input);
    const text = character.repeat(length / character.length);
    expect((await client.ask(served.request, text)) === text).toBe(true);
    expect(await served.heldBytes()).toBe(0);
    expect(clientLink.parcels.heldBytes).toBe(0);
  });

  it('travel as one message without any header when they are small', async () => {
    const served = await serve(() => Reply.json(['"', 'small', '"']));
    const { body, rest } = await forward(served);
    expect([Buffer.from(body).toString(), rest]).toEqual(['"small"', undefined]);
  });

  it.each([
    { name: 'in one message', length: 1_000 },
    { name: 'in parts', length: 3 * MEGABYTE },
  ])('are refused when they are too long: $name', async ({ length }) => {
    const served = await serve((input) => input);
    const ask = (maxBytes: number) =>
      client.forward(served.request.subject, JSON.stringify('x'.repeat(length)), requestContext(), maxBytes);
    expect(await readAll(await ask(length + 2))).toBe(length + 2);
    await expect(ask(length + 1)).rejects.toThrow(/more than/);
    await waitFor('the parts to be given up', async () => (await served.heldBytes()) === 0);
  });

  it('break off when they are too long, if nobody knew their length', async () => {
    const served = await serve(() => Reply.json(megabytes(3).pieces));
    const ask = (maxBytes: number) => client.forward(served.request.subject, '{}', requestContext(), maxBytes);
    expect(await readAll(await ask(3 * MEGABYTE + 2))).toBe(3 * MEGABYTE + 2);
    await expect(readAll(await ask(3 * MEGABYTE + 1))).rejects.toThrow(/too long/);
  });

  it('carry errors of any length', async () => {
    const details = [{ path: 'monitorIds.0', message: `There is no monitor ${'x'.repeat(2 * MEGABYTE)}` }];
    const served = await serve(() => {
      throw ApiError.validation(details);
    });
    await expect(client.ask(served.request, {})).rejects.toMatchObject({ code: 'validation_error', details });
  });

  it('say how long they are, when that is known before their end', async () => {
    const whole = await serve(() => 'x'.repeat(2 * MEGABYTE));
    const known = await forward(whole);
    expect(known.rest?.bytes).toBe(2 * MEGABYTE + 2);
    expect(await readAll(known)).toBe(2 * MEGABYTE + 2);
    const piecewise = await serve(() => Reply.json(megabytes(2).pieces));
    const unknown = await forward(piecewise);
    expect(unknown.rest?.bytes).toBeUndefined();
    expect(await readAll(unknown)).toBe(2 * MEGABYTE + 2);
  });
});

describe('an answer that is made in pieces', () => {
  it('is made to its end in the scope of its request', async () => {
    const scopes: unknown[] = [];
    async function* pieces() {
      for (let piece = 0; piece < 3; piece += 1) {
        scopes.push([currentRequestId(), currentOrganizationId()]);
        yield 'x'.repeat(MEGABYTE);
      }
    }
    const context = requestContext();
    const served = await serve(() => Reply.json(pieces()));
    await readAll(await client.forward(served.request.subject, '{}', context));
    const scope = [context.requestId, context.caller?.organizationId];
    expect(scopes).toEqual([scope, scope, scope]);
  });

  it('is made at the pace of its reader, and never held as a whole', async () => {
    const { pieces, made } = megabytes(60);
    const served = await serve(() => Reply.json(pieces));
    const answer = await forward(served);
    for (let part = 0; part < 10; part += 1) await answer.rest?.next();
    // The first part and ten more are 5.5 megabytes, and the next part may be on its way.
    expect(made()).toBeLessThanOrEqual(7);
    expect(await served.heldBytes()).toBe(2 * PART_BYTES);
    expect(await readAll(answer)).toBeGreaterThan(50 * MEGABYTE);
    expect(made()).toBe(60);
    expect(await served.heldBytes()).toBe(0);
  });

  it('ends in the service when its reader wants no more', async () => {
    const { pieces, isClosed } = megabytes(50);
    const served = await serve(() => Reply.json(pieces));
    const answer = await forward(served);
    await answer.rest?.next();
    answer.rest?.drop();
    await waitFor('the end of the pieces', isClosed);
    expect(await served.heldBytes()).toBe(0);
  });

  it('is an error when its first piece fails', async () => {
    const served = await serve(() =>
      Reply.json(
        (async function* () {
          yield* [] as string[];
          throw ApiError.notFound('monitor', 'mon_1');
        })(),
      ),
    );
    await expect(forward(served)).rejects.toMatchObject({ code: 'not_found' });
    expect(await served.heldBytes()).toBe(0);
  });

  it('is never taken for complete when a later piece fails', async () => {
    const served = await serve(() =>
      Reply.json(
        (async function* () {
          yield 'x'.repeat(2 * MEGABYTE);
          throw new Error('the rows are gone');
        })(),
      ),
    );
    await expect(readAll(await forward(served))).rejects.toThrow('could not go on');
    expect(served.lines.join()).toContain('the rows are gone');
    expect(await served.heldBytes()).toBe(0);
  });
});

describe('a sender that is lost in the middle', () => {
  it('fails its reader at once', async () => {
    const served = await serve(() => Reply.json(megabytes(50).pieces));
    const answer = await forward(served);
    await answer.rest?.next();
    servers.splice(servers.indexOf(served.server), 1);
    await served.link.close();
    const startedAt = performance.now();
    await expect(readAll(answer)).rejects.toThrow('no responders');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('fails a request whose answer is still being gathered, as one that nobody answered', async () => {
    const gate = Promise.withResolvers<void>();
    const served = await serve(() =>
      Reply.json(
        (async function* () {
          yield 'x'.repeat(2 * MEGABYTE);
          gate.resolve();
          yield await new Promise<string>(() => undefined);
        })(),
      ),
    );
    const startedAt = performance.now();
    const asked = client.ask({ ...served.request, deadlineMs: 2_000 }, {});
    // A request that has expired before it was taken fails here, instead of waiting for the gate.
    await Promise.race([gate.promise, asked]);
    await expect(asked).rejects.toMatchObject({ code: 'internal_error' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('the budget for large messages', () => {
  /** A process with a limit on the bytes that it may hold. */
  function smallParcels(connection: NatsConnection, budgetBytes: number): Parcels {
    const requests = new Requests(connection, '_INBOX');
    const reach = { connection, request: requests.send.bind(requests) };
    const parcels = new Parcels(reach, 'test', silentLogger(), budgetBytes);
    parcels.listen(connection);
    return parcels;
  }

  it('is waited for until the deadline, and then the message is refused and counted', async () => {
    const parcels = smallParcels(await nats.connection(), 3 * MEGABYTE);
    const metrics = new Metrics('test');
    parcels.observe(metrics);
    const kept = await parcels.pack('x'.repeat(2 * MEGABYTE), Date.now() + 1_000);
    const late = parcels.pack('x'.repeat(2 * MEGABYTE), Date.now() + 50);
    await expect(late).rejects.toMatchObject({ code: 'internal_error' });
    expect(await metrics.registry.metrics()).toMatch(/vedette_parcels_refused_total\{.*\} 1/);
    const patient = parcels.pack('x'.repeat(2 * MEGABYTE), Date.now() + 5_000);
    kept.letGo();
    (await patient).letGo();
    expect(parcels.heldBytes).toBe(0);
  });

  it('is never given to a message that is larger than all of it', async () => {
    const parcels = smallParcels(await nats.connection(), MEGABYTE);
    await expect(parcels.pack('x'.repeat(2 * MEGABYTE), Date.now() + 5_000)).rejects.toMatchObject({
      code: 'internal_error',
    });
  });

  it('is enough for many answers at once, one after the other', async () => {
    const served = await serve(() => 'x'.repeat(20 * MEGABYTE), 20_000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () =>
        readAll(
          await client.forward(served.request.subject, '{}', requestContext({ deadlineAt: Date.now() + 20_000 })),
        ),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 4 }, () => 20 * MEGABYTE + 2));
    expect(await served.heldBytes()).toBe(0);
  });
});

describe('a replica that stops', () => {
  it('lets its readers come to the end first', async () => {
    const served = await serve(() => Reply.json(megabytes(20).pieces));
    const answer = await forward(served);
    let isClosed = false;
    const closing = served.server.close().finally(() => {
      isClosed = true;
    });
    await answer.rest?.next();
    expect(isClosed).toBe(false);
    expect(await readAll(answer)).toBeGreaterThan(15 * MEGABYTE);
    await closing;
  });
});
