import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

/** Half of the places of a channel over HTTP. */
const SHARE = 25;
const HOUR_SECONDS = 3_600;

let suite: Suite;
let answered = Promise.withResolvers<undefined>();

beforeAll(async () => {
  suite = await startSuite();
  suite.chat.answer = async ({ path }) => {
    if (path === '/silent') await answered.promise;
    return { status: path === '/failing' ? 500 : 200 };
  };
});

afterEach(async () => {
  answered.resolve(undefined);
  await waitFor('the end of all attempts', async () => {
    await suite.pool.query(`DELETE FROM incident.alert_job WHERE lease_until IS NULL AND state = 'PENDING'`);
    return (await suite.pool.query(`SELECT FROM incident.alert_job WHERE state = 'PENDING'`)).rowCount === 0;
  });
  answered = Promise.withResolvers();
});

afterAll(() => suite.stop());

async function lateSeconds(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${suite.service.internalPort}/metrics`)).text();
  return Number(/^vedette_alert_oldest_due_seconds(?:\{[^}]*\})? (.+)$/m.exec(metrics)?.[1]);
}

/** An organization whose webhooks all go to this path, with an outage. */
async function alerting(path: string, contacts: number): Promise<Organization> {
  const organization = suite.organization();
  for (let left = contacts; left > 0; left -= 1)
    await organization.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}${path}` });
  await organization.apply(newOutage());
  return organization;
}

/** As if what this organization could not be sent yet had been due for an hour. Returns when it has been looked for. */
async function anHourLater({ id }: Organization): Promise<void> {
  const { rowCount } = await suite.pool.query(
    `UPDATE incident.alert_job SET due_at = now() - interval '1 hour'
     WHERE organization_id = $1 AND state = 'PENDING' AND lease_until IS NULL AND due_at <= now()`,
    [id],
  );
  expect(rowCount).toBeGreaterThan(0);
  const other = suite.organization();
  await other.addContact({ type: 'SLACK', to: `${suite.chatUrl}/${other.id}` });
  await other.apply(newOutage());
  await suite.chat.got(`/${other.id}`, 1);
}

async function underWay({ id }: Organization, count: number): Promise<void> {
  await waitFor(`${count} attempts`, async () => {
    const sql = 'SELECT FROM incident.alert_job WHERE organization_id = $1 AND lease_until > now()';
    return (await suite.pool.query(sql, [id])).rowCount === count;
  });
}

describe('an alert that is due is not late', () => {
  it('behind another one about the same subject that is tried again later', async () => {
    const organization = await alerting('/failing', 1);
    await waitFor('the failure', async () => {
      const { rowCount } = await suite.pool.query(
        `UPDATE incident.alert_job SET due_at = now() + interval '1 hour'
         WHERE organization_id = $1 AND attempts > 0 AND lease_until IS NULL`,
        [organization.id],
      );
      return rowCount === 1;
    });
    await suite.pool.query(
      `INSERT INTO incident.alert_job
         (organization_id, incident_id, contact_id, channel, kind, number, due_at, created_at)
       SELECT organization_id, incident_id, contact_id, channel, 'REMINDED', 1, now(), now()
       FROM incident.alert_job WHERE organization_id = $1`,
      [organization.id],
    );
    await anHourLater(organization);
    expect(await lateSeconds()).toBeLessThan(1);
  });

  it('while its contact is told of something else', async () => {
    const organization = await alerting('/silent', 1);
    await underWay(organization, 1);
    await organization.apply(newOutage());
    await anHourLater(organization);
    expect(await lateSeconds()).toBeLessThan(1);
  });

  it('while its organization uses all of its own places', async () => {
    const organization = await alerting('/silent', SHARE + 1);
    await underWay(organization, SHARE);
    await anHourLater(organization);
    expect(await lateSeconds()).toBeLessThan(1);
  });
});

describe('an alert that could be sent is late', () => {
  it('while others have all places, until it has one', async () => {
    for (const organization of [await alerting('/silent', SHARE), await alerting('/silent', SHARE)])
      await underWay(organization, SHARE);
    const organization = await alerting('/waiting', 1);
    await anHourLater(organization);
    expect(await lateSeconds()).toBeGreaterThanOrEqual(HOUR_SECONDS);
    answered.resolve(undefined);
    await suite.chat.got('/waiting', 1);
    await waitFor('the end of the wait', async () => (await lateSeconds()) < 1);
  });

  it('as long as nobody can look for it', async () => {
    const holder = await suite.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE incident.alert_job IN ACCESS EXCLUSIVE MODE');
      expect(await waitFor('a look that takes long', async () => (await lateSeconds()) > 2)).toBe(true);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    await waitFor('the end of the look', async () => (await lateSeconds()) < 1);
  });
});
