import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { subjects, type CheckOutcome, type ConfirmationReply } from '@vedette/contract';
import { waitFor, type ServiceProcess } from '@vedette/test-kit';
import { TargetServer } from '@vedette/test-kit/target-server';
import { Fleet, metric } from './support/fleet.ts';
import { StandIn } from './support/stand-in.ts';
import { httpTarget } from './support/targets.ts';

// A stolen worker may say anything to the others. They drop what cannot be read, and go on.

let fleet: Fleet;
let worker: ServiceProcess;
let down: TargetServer;
let up: TargetServer;
let stolen: StandIn | undefined;

beforeAll(async () => {
  fleet = await Fleet.start();
  [worker, down, up] = await Promise.all([
    fleet.addWorker(),
    TargetServer.start((_request, response) => response.writeHead(503).end()),
    TargetServer.start((_request, response) => response.end('ok')),
  ]);
});
afterEach(() => stolen?.stop());
afterAll(async () => {
  await fleet.stop();
  await Promise.all([down.stop(), up.stop()]);
});

/** Of a check that succeeds: the worker still runs. */
const checkUp = async (): Promise<CheckOutcome | undefined> => (await fleet.check(httpTarget(up.url())))[0];

describe('a worker beside a stolen one', () => {
  it.each(['{', 'null', '[]', '{"workerId":"stolen"}'])('goes on after the announcement %s', async (announcement) => {
    const connection = await fleet.connection();
    connection.publish(subjects.workerPresence, announcement);
    await connection.flush();
    expect(await checkUp()).toMatchObject({ verdict: 'SUCCEEDED' });
    expect(await metric(worker, 'vedette_worker_peers')).toBe(0);
  });

  it.each(['{', 'null', '{}', '{"lane":"NONE","organizationId":"org_1","target":{}}', '{"lane":"FAST","target":null}'])(
    'goes on after the question %s',
    async (question) => {
      const connection = await fleet.connection();
      const workerId = (await checkUp())?.attempts[0]?.worker ?? '';
      connection.publish(subjects.confirmCheck(workerId), question, { reply: subjects.confirmation('stolen') });
      await connection.flush();
      expect(await checkUp()).toMatchObject({ verdict: 'SUCCEEDED' });
    },
  );

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an unknown kind', { kind: 'WHATEVER' }],
    ['an attempt without a content', { kind: 'ATTEMPTED' }],
    ['an attempt that is none', { kind: 'ATTEMPTED', attempt: 7, pace: null, observation: null }],
  ])('believes no answer that is %s', async (_, reply) => {
    stolen = await StandIn.announce(fleet, (answer) => answer(reply as ConfirmationReply));
    await waitFor('it to be known', async () => (await metric(worker, 'vedette_worker_peers')) === 1);
    const [outcome] = await fleet.check(httpTarget(down.url()));
    expect(outcome?.attempts.map(({ worker: name }) => name)).not.toContain('stand-in');
    stolen.stop();
    await waitFor('it to be forgotten', async () => (await metric(worker, 'vedette_worker_peers')) === 0);
  });
});
