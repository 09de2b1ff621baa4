import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { outageEvent } from '@vedette/test-kit/facts';
import { AT_ONCE, jobsOf, outagesOf, skipGathering } from './support/storms.ts';
import { startSuite, type Suite } from './support/suite.ts';

const OUTAGES = 300;

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

describe('300 outages at once, more than the service has connections for', () => {
  it('are told once each, also where a request was refused: the event of the outage brings it again', async () => {
    const organization = suite.organization();
    const [to, path] = [`${newId('req')}@example.com`, '/flood'];
    await organization.addContact({ to });
    await organization.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}${path}` });
    const outages = outagesOf(OUTAGES);
    const stopped = await suite.pool.connect();
    let requests: Promise<PromiseSettledResult<null>[]>;
    try {
      // Nobody gets on for longer than a request waits for a connection.
      await stopped.query('BEGIN; LOCK TABLE incident.monitor IN ACCESS EXCLUSIVE MODE');
      let refused = 0;
      const count = (error: unknown): never => {
        refused += 1;
        throw error;
      };
      requests = Promise.allSettled(outages.map((outage) => organization.apply(outage).catch(count)));
      // The monitor service stores the event before it makes the request.
      for (const outage of outages) await organization.publish(outageEvent(organization.id, outage));
      await waitFor('a refused request', () => refused > 0);
    } finally {
      await stopped.query('COMMIT');
      stopped.release();
    }
    await requests;
    // However slow the machine is: what is gathered meanwhile becomes one message, or several.
    await waitFor(
      'every alert',
      async () => {
        await skipGathering(suite.pool, organization);
        return (await jobsOf(suite.pool, organization)).sent === 2 * OUTAGES;
      },
      { timeoutMs: 40_000 },
    );
    const told = suite.chat.to(path).map(({ body }) => JSON.stringify(body));
    expect(told).toHaveLength(OUTAGES);
    for (const { incidentId } of outages) expect(told.filter((body) => body.includes(incidentId))).toHaveLength(1);
    const mails = suite.smtp.to(to).map(({ subject }) => subject);
    const gathered = mails.slice(AT_ONCE).map((subject) => Number(/^ALERTS: (\d+) down$/.exec(subject ?? '')?.[1]));
    expect(gathered.reduce((sum, names) => sum + names, 0)).toBe(OUTAGES - AT_ONCE);
  }, 60_000);
});
