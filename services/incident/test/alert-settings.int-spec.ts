import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContactSettings, OutageFact } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, ahead, ended, newOutage } from '@vedette/test-kit/facts';
import type { Organization } from './support/organization.ts';
import { contact, pageOfAlerts } from './support/subjects.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

/** The decisions about an incident, oldest first, as `KIND STATE REASON` lines. */
async function decisions({ organization, outage }: Scene): Promise<string[]> {
  const { data } = await pageOfAlerts(organization, { incidentId: outage.incidentId });
  return data
    .toReversed()
    .map(({ kind, state, reason }) => [kind, state, ...(reason === null ? [] : [reason])].join(' '));
}

interface Scene {
  readonly organization: Organization;
  readonly outage: OutageFact;
}

/** Waits until the decisions are these. */
async function decided(scene: Scene, expected: string[]): Promise<void> {
  let seen: string[] = [];
  await waitFor(`the decisions ${expected.join(', ')}`, async () => {
    seen = await decisions(scene);
    return seen.join() === expected.join();
  });
}

/** Quiet hours around the present time. */
function quietNow(): ContactSettings['quietHours'] {
  const clock = (at: Date): string => at.toISOString().slice(11, 16);
  return { from: clock(ago(3_600)), to: clock(ahead(3_600)), timezone: 'UTC' };
}

/** Lets so many minutes pass since the contacts were told. */
async function pass(incidentId: string, minutes: number): Promise<void> {
  const earlier = `UPDATE incident.alert_decision SET decided_at = decided_at - make_interval(mins => $2) WHERE incident_id = $1`;
  await suite.pool.query(earlier, [incidentId, minutes]);
  await suite.pool.query('UPDATE incident.incident SET decide_at = now() WHERE id = $1', [incidentId]);
}

describe('a delay', () => {
  it('holds an alert, which is told when it is over', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization, { delayMinutes: 5 });
    const outage = newOutage({ startedAt: ago(5 * 60 - 2) });
    await organization.apply(outage);
    expect(await decisions({ organization, outage })).toEqual(['OPENED HELD DELAY']);
    expect(suite.smtp.to(to)).toEqual([]);
    await suite.smtp.got(to, 1);
    await decided({ organization, outage }, ['OPENED SENT']);
  });

  it('ends with an acknowledgement: the contact hears neither of the outage nor of its end', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization, { delayMinutes: 5 });
    const outage = newOutage();
    await organization.apply(outage);
    const { timeline } = await organization.acknowledge(outage.incidentId);
    expect(timeline.map(({ message }) => message)).toContain(
      `${to} was not told: somebody had acknowledged the outage before`,
    );
    await organization.apply(ended(outage));
    expect(await decisions({ organization, outage })).toEqual(['OPENED SUPPRESSED ACKNOWLEDGED']);
    expect(suite.smtp.to(to)).toEqual([]);
  });

  it('outlasts a short outage, of which the contact hears nothing', async () => {
    const organization = suite.organization();
    await contact(organization, { delayMinutes: 5 });
    const outage = newOutage();
    await organization.apply(outage);
    await organization.apply(ended(outage));
    expect(await decisions({ organization, outage })).toEqual(['OPENED SUPPRESSED DELAY']);
  });
});

describe('quiet hours', () => {
  it('hold an alert until they are over, or cleared', async () => {
    const organization = suite.organization();
    const quiet = await contact(organization, { quietHours: quietNow() });
    const other = await contact(organization);
    const outage = newOutage();
    await organization.apply(outage);
    await suite.smtp.got(other.to, 1);
    const { data } = await pageOfAlerts(organization, { contactId: quiet.id });
    expect(data).toMatchObject([{ kind: 'OPENED', state: 'HELD', reason: 'QUIET_HOURS', sentAt: null }]);
    expect(Date.parse(data[0]?.until ?? '')).toBeGreaterThan(Date.now());
    expect(suite.smtp.to(quiet.to)).toEqual([]);
    await organization.call('updateAlertContact', { id: quiet.id, body: { quietHours: null } });
    await suite.smtp.got(quiet.to, 1);
  });

  it('hold the end of an outage that was told before', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization);
    const outage = newOutage();
    await organization.apply(outage);
    await suite.smtp.got(to, 1);
    await organization.call('updateAlertContact', { id, body: { quietHours: quietNow() } });
    await organization.apply(ended(outage));
    await decided({ organization, outage }, ['OPENED SENT', 'RESOLVED HELD QUIET_HOURS']);
    await organization.call('updateAlertContact', { id, body: { quietHours: null } });
    const [, end] = await suite.smtp.got(to, 2);
    expect(end?.subject).toBe('RESOLVED: API is up again');
  });

  it.each([
    { quietHours: { from: '22:00', to: '22:00', timezone: 'UTC' }, path: 'quietHours.to' },
    { quietHours: { from: '22:00', to: '07:00', timezone: 'Mars/Base' }, path: 'quietHours.timezone' },
  ])('are refused at $path', async ({ quietHours, path }) => {
    const organization = suite.organization();
    const body = { type: 'EMAIL', to: 'ops@example.com', quietHours };
    const refusal = { code: 'validation_error', details: [expect.objectContaining({ path })] };
    await expect(organization.call('createAlertContact', { body })).rejects.toMatchObject(refusal);
    const { id } = await contact(organization);
    const update = organization.call('updateAlertContact', { id, body: { quietHours } });
    await expect(update).rejects.toMatchObject(refusal);
  });
});

describe('reminders', () => {
  it('follow in the thread of the outage until somebody acknowledges, as one entry that counts', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization, { remindEveryMinutes: 5 });
    const outage = newOutage();
    await organization.apply(outage);
    const [first] = await suite.smtp.got(to, 1);
    for (const count of [2, 3]) {
      await organization.timeline(outage.incidentId, 'ALERT_SENT', Math.min(count - 1, 2));
      await pass(outage.incidentId, 5);
      await suite.smtp.got(to, count);
    }
    const [, , last] = suite.smtp.to(to);
    expect(last?.subject).toBe('STILL DOWN: API is still down');
    expect(last?.references).toBe(first?.messageId);
    await waitFor('the second reminder in the timeline', async () => {
      const { timeline } = await organization.get(outage.incidentId);
      return timeline.at(-1)?.message === `Reminded ${to} 2 times by email`;
    });
    const { timeline } = await organization.get(outage.incidentId);
    expect(timeline.map(({ message }) => message)).toEqual([
      outage.cause,
      `Told ${to} of the outage by email`,
      `Reminded ${to} 2 times by email`,
    ]);
    await organization.acknowledge(outage.incidentId);
    await pass(outage.incidentId, 5);
    await waitFor('the decision', async () => {
      const sql = 'SELECT FROM incident.incident WHERE id = $1 AND decide_at IS NULL';
      return (await suite.pool.query(sql, [outage.incidentId])).rows.length === 1;
    });
    expect(await decisions({ organization, outage })).toEqual(['OPENED SENT', 'REMINDED SENT', 'REMINDED SENT']);
  });
});

describe('an acknowledgement', () => {
  it('is told to those who want to hear of it', async () => {
    const organization = suite.organization();
    const [curious, other] = [await contact(organization, { notifyOn: ['ACKNOWLEDGED'] }), await contact(organization)];
    const outage = newOutage();
    await organization.apply(outage);
    await Promise.all([suite.smtp.got(curious.to, 1), suite.smtp.got(other.to, 1)]);
    await organization.acknowledge(outage.incidentId);
    const [, mail] = await suite.smtp.got(curious.to, 2);
    expect(mail?.subject).toBe('ACKNOWLEDGED: Somebody has acknowledged that API is down');
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT', 3)).toContain(
      `ALERT_SENT: Told ${curious.to} of the acknowledgement by email`,
    );
    expect(suite.smtp.to(other.to)).toHaveLength(1);
  });
});

describe('a contact that cannot be reached', () => {
  it('is replaced at once by the oldest that works, if it fails for good, and once', async () => {
    const organization = suite.organization();
    const path = `/gone-${organization.id}`;
    const [first, second] = [await contact(organization), await contact(organization)];
    const lost = await organization.addContact({ to: `${suite.chatUrl}${path}`, name: 'Chat' });
    const outage = newOutage();
    let isGone: (() => void) | undefined;
    const bothTold = new Promise<void>((resolve) => {
      isGone = resolve;
    });
    suite.chat.answer = async (message) => {
      if (message.path !== path) return { status: 200 };
      await bothTold;
      return { status: 404 };
    };
    await organization.apply(outage);
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    isGone?.();
    const [, standIn] = await suite.smtp.got(first.to, 2);
    expect(standIn?.subject).toBe('STILL DOWN: API is still down');
    expect(standIn?.text).toContain('Chat by Slack: the receiver answered 404');
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT', 3)).toContain(
      `ALERT_SENT: Reminded ${first.to} by email, because Chat could not be reached`,
    );
    const { data } = await pageOfAlerts(organization, { contactId: first.id });
    expect(data[0]).toMatchObject({ kind: 'REMINDED', number: 1, state: 'SENT', reason: 'STANDS_IN' });
    expect(suite.smtp.to(second.to)).toHaveLength(1);
    await organization.call('updateAlertContact', { id: lost.id, body: { name: 'Lost chat' } });
    await organization.apply(ended(outage));
    const [, , end] = await suite.smtp.got(first.to, 3);
    expect(end?.subject).toBe('RESOLVED: API is up again');
    expect(suite.smtp.to(first.to)).toHaveLength(3);
  });

  it('is replaced after five minutes, also by one with a delay, and is tried on', async () => {
    const organization = suite.organization();
    const path = `/busy-${organization.id}`;
    await organization.addContact({ to: `${suite.chatUrl}${path}`, name: 'Chat' });
    const second = await contact(organization, { delayMinutes: 60 });
    suite.chat.answer = (message) => ({ status: message.path === path ? 503 : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    await waitFor('a failed attempt', async () => {
      const sql = `SELECT FROM incident.alert_job WHERE incident_id = $1 AND last_error IS NOT NULL`;
      return (await suite.pool.query(sql, [outage.incidentId])).rows.length === 1;
    });
    const { rows } = await suite.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM decide_at - job.created_at)::float AS seconds
       FROM incident.incident JOIN incident.alert_job AS job ON job.incident_id = incident.id WHERE incident.id = $1`,
      [outage.incidentId],
    );
    expect(rows).toEqual([{ seconds: 300 }]);
    expect(suite.smtp.to(second.to)).toEqual([]);
    await suite.pool.query(
      `UPDATE incident.alert_job SET created_at = created_at - interval '5 minutes' WHERE incident_id = $1`,
      [outage.incidentId],
    );
    await pass(outage.incidentId, 5);
    await suite.smtp.got(second.to, 1);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT')).toContain(
      `ALERT_SENT: Told ${second.to} of the outage by email, because Chat could not be reached`,
    );
    suite.chat.answer = () => ({ status: 200 });
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    await decided({ organization, outage }, ['OPENED SENT', 'OPENED SENT STANDS_IN']);
  });
});
