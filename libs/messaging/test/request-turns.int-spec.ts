import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '@vedette/contract';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import { LANE_LIMITS } from '../src/rpc/request-lane.ts';
import { RpcClient } from '../src/rpc/rpc-client.ts';
import type { RpcContext } from '../src/rpc/rpc-context.ts';
import { RpcServer } from '../src/rpc/rpc-server.ts';
import { NatsScene, requestContext, silentLogger } from './scene.ts';

const LONG = operations.checkMonitor.subject;
const SHORT = operations.getMonitor.subject;
const { places, maxWaiting } = LANE_LIMITS.short;

let nats: NatsScene;
let client: RpcClient;
let server: RpcServer | undefined;
let metrics: Metrics;
let gate: PromiseWithResolvers<null>;
/** The organizations of the started short requests, in order. */
let started: string[];

beforeAll(async () => {
  nats = await NatsScene.start();
  client = new RpcClient(await nats.connectedLink(), silentLogger());
});
afterEach(async () => {
  gate.resolve(null);
  await server?.close();
});
afterAll(() => nats.stop());

/** Long requests wait at the gate, as do short requests of the organization `busy`. */
async function serve(): Promise<void> {
  const link = await nats.connectedLink();
  gate = Promise.withResolvers();
  started = [];
  metrics = new Metrics('test');
  server = new RpcServer({ link, service: 'test', logger: silentLogger(), metrics });
  server.addHandler(LONG, async () => gate.promise);
  server.addHandler(SHORT, async (_input: unknown, { organizationId }: RpcContext) => {
    started.push(organizationId);
    return organizationId === 'busy' ? gate.promise : organizationId;
  });
  server.listen(() => undefined);
  await link.flush();
}

function ask(subject: string, organizationId: string): Promise<boolean> {
  const context = requestContext({ deadlineAt: Date.now() + 30_000 });
  if (context.caller !== undefined) context.caller = { ...context.caller, organizationId };
  return client.forward(subject, '{}', context).then(
    () => true,
    () => false,
  );
}

const askOften = (times: number, subject: string, organizationId: string): Promise<boolean>[] =>
  Array.from({ length: times }, () => ask(subject, organizationId));

describe('requests', () => {
  it('that take long never keep short ones from being answered', async () => {
    await serve();
    const long = askOften(1_200, LONG, 'busy');
    expect(await Promise.all(askOften(40, SHORT, 'other'))).not.toContain(false);
    gate.resolve(null);
    expect(await Promise.all(long)).not.toContain(false);
  });

  it('of a burst are refused when too many wait, and nobody else is', async () => {
    await serve();
    const burst = askOften(places + 2 * maxWaiting, SHORT, 'busy');
    let refused = 0;
    for (const answer of burst) void answer.then((isServed) => (refused += isServed ? 0 : 1));
    const others = askOften(40, SHORT, 'other');
    // The newest requests of the burst are refused, and one more for each request of the other organization.
    await waitFor('the burst to give way', () => refused === maxWaiting + 40);
    gate.resolve(null);
    expect(await Promise.all(others)).not.toContain(false);
    const served = (await Promise.all(burst)).filter(Boolean).length;
    expect(served).toBe(places + maxWaiting - 40);
  });

  it("wait for their organization's turn, not for somebody else's burst", async () => {
    await serve();
    const burst = askOften(places + 500, SHORT, 'busy');
    await waitFor('the places to be taken', () => started.length === places);
    const others = askOften(3, SHORT, 'other');
    await waitFor('all of them to wait', async () =>
      /rpc_waiting\{[^}]*lane="short"[^}]*\} 503\n/.test(await metrics.registry.metrics()),
    );
    gate.resolve(null);
    await Promise.all([...burst, ...others]);
    expect(started).toHaveLength(places + 503);
    // The burst holds more than its share, so it waits until the other organizations have theirs.
    expect(started.slice(places, places + 3)).toEqual(['other', 'other', 'other']);
  });
});
