import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutageFact } from '@vedette/contract';
import { waitFor, type ServiceProcess } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { newOutage } from '@vedette/test-kit/facts';
import { Client } from 'pg';
import { OF_THE_SERVICE } from './support/kills.ts';
import type { Organization } from './support/organization.ts';
import { startProcesses, type Processes } from './support/processes.ts';

/** Longer than a lease, and than it takes to believe that it has ended. A receiver may take 10 s. */
const LONG_MS = 7_000;
/** Longer than a lease. */
const AWAY_MS = 4_000;
/** After a kill, until another process has begun to send the alert. */
const TAKEN_UP_MS = 7_000;

const webhooks = new ChatReceiver();
let processes: Processes;
let first: ServiceProcess;
let second: ServiceProcess;
let url: string;

beforeAll(async () => {
  processes = await startProcesses();
  url = await webhooks.listen();
  [first, second] = await Promise.all([processes.spawn(), processes.spawn()]);
}, 60_000);

beforeEach(() => {
  webhooks.answer = () => ({ status: 200 });
});

afterAll(async () => {
  await processes.stop();
  await webhooks.close();
});

interface Told {
  readonly organization: Organization;
  readonly path: string;
}

async function alerting(): Promise<Told> {
  const organization = processes.organization();
  const path = `/${organization.id}`;
  await organization.addContact({ type: 'WEBHOOK', to: `${url}${path}` });
  return { organization, path };
}

/** A request that went to a process just before its end is lost, and made again. */
async function applied({ organization }: Told, outage: OutageFact): Promise<void> {
  await waitFor('the outage', async () => {
    await organization.apply(outage);
    return true;
  });
}

async function passed(ms: number, sinceMs: number): Promise<void> {
  await waitFor(`${ms} ms of it`, () => performance.now() - sinceMs > ms, { timeoutMs: 2 * ms });
}

/** Without asking the processes, of which one may be stopped. */
async function sentAfter(incidentId: string, attempts: number): Promise<void> {
  await waitFor('the alert to be sent', async () => (await attemptsOf(incidentId))[0]?.state === 'SENT');
  expect(await attemptsOf(incidentId)).toEqual([{ state: 'SENT', attempts }]);
}

async function attemptsOf(incidentId: string): Promise<{ state: string; attempts: number }[]> {
  const text = 'SELECT state, attempts FROM incident.alert_job WHERE incident_id = $1';
  return (await processes.sql.query<{ state: string; attempts: number }>(text, [incidentId])).rows;
}

/** Whoever wants a lock of the table waits as long as `work` goes on. */
async function locking(table: string, work: () => Promise<void>): Promise<void> {
  const blocker = new Client({ connectionString: processes.database.url });
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query(`LOCK TABLE incident.${table} IN ACCESS EXCLUSIVE MODE`);
  await work();
  await blocker.query('ROLLBACK');
  await blocker.end();
}

/** Waits until so many connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  await waitFor(`${count} to wait for the lock`, async () => {
    const text = `SELECT FROM pg_stat_activity WHERE ${OF_THE_SERVICE} AND wait_event_type = 'Lock'`;
    return (await processes.sql.query(text)).rows.length === count;
  });
}

describe('an alert whose process lives', () => {
  it('is left to it, however long the receiver takes to answer', async () => {
    const { organization, path } = await alerting();
    const answer = Promise.withResolvers<{ status: number }>();
    webhooks.answer = () => answer.promise;
    const outage = newOutage();
    await organization.apply(outage);
    await webhooks.got(path, 1);
    await passed(LONG_MS, performance.now());
    answer.resolve({ status: 200 });
    await sentAfter(outage.incidentId, 1);
    expect(webhooks.to(path)).toHaveLength(1);
  }, 30_000);

  it('is left to it when PostgreSQL answers again after a while', async () => {
    const { organization, path } = await alerting();
    const answer = Promise.withResolvers<{ status: number }>();
    webhooks.answer = () => answer.promise;
    const outage = newOutage();
    await organization.apply(outage);
    await webhooks.got(path, 1);
    const sentAt = performance.now();
    await locking('alert_job', () => passed(AWAY_MS, sentAt));
    await passed(AWAY_MS + 4_000, sentAt);
    answer.resolve({ status: 200 });
    await sentAfter(outage.incidentId, 1);
    expect(webhooks.to(path)).toHaveLength(1);
  }, 30_000);
});

describe('an alert whose process does not live', () => {
  it('is taken up by another one within seconds', async () => {
    const told = await alerting();
    const { path } = told;
    await second.kill();
    const silence = Promise.withResolvers<{ status: number }>();
    webhooks.answer = () => silence.promise;
    const outage = newOutage();
    await applied(told, outage);
    await webhooks.got(path, 1);
    await second.start();
    await first.kill();
    const killedAt = performance.now();
    webhooks.answer = () => ({ status: 200 });
    const [sent, again] = await webhooks.got(path, 2);
    expect(performance.now() - killedAt).toBeLessThan(TAKEN_UP_MS);
    expect(again?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
    await sentAfter(outage.incidentId, 2);
    silence.resolve({ status: 200 });
    await first.start();
  }, 60_000);

  it('is not sent by a process that was stopped before it could, and goes on later', async () => {
    const told = await alerting();
    const { path } = told;
    await second.kill();
    const outage = newOutage();
    await locking('monitor_change', async () => {
      await applied(told, outage);
      await waiting(1);
      process.kill(first.pid, 'SIGSTOP');
      await second.start();
      await waiting(2);
    });
    await webhooks.got(path, 1);
    await sentAfter(outage.incidentId, 2);
    await second.kill();
    process.kill(first.pid, 'SIGCONT');
    const next = newOutage();
    await applied(told, next);
    await sentAfter(next.incidentId, 1);
    expect(await attemptsOf(outage.incidentId)).toEqual([{ state: 'SENT', attempts: 2 }]);
    expect(webhooks.to(path)).toHaveLength(2);
    await second.start();
  }, 60_000);
});
