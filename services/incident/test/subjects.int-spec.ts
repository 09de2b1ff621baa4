import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  internal,
  newId,
  type ContactSettings,
  type DegradedFact,
  type ExpiryQuery,
  type KnownExpiry,
  type MonitorType,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, eventMonitor, newOutage, told } from '@vedette/test-kit/facts';
import { IncidentEraser } from '../src/incident-eraser.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let unique = 0;
/** What the monitor service knows to expire. */
const known = new Map<string, KnownExpiry>();
const queries: ExpiryQuery[] = [];

beforeAll(async () => {
  suite = await startSuite();
  suite.service.host.link.connection?.subscribe(internal.listExpiries.subject, {
    callback: (_, message) => {
      const query = message.json<ExpiryQuery>();
      queries.push(query);
      const isAsked = ({ expiresAt, monitor }: KnownExpiry): boolean =>
        expiresAt <= query.until && monitor.id > (query.after ?? '');
      const expiries = [...known.values()].filter(isAsked);
      message.respond(JSON.stringify({ expiries }));
    },
  });
});

afterAll(() => suite.stop());

interface Contact {
  readonly id: string;
  readonly to: string;
}

async function contact(organization: Organization, settings: Partial<ContactSettings> = {}): Promise<Contact> {
  unique += 1;
  const to = `subject-${unique}@example.com`;
  const { id } = await organization.addContact({ to, settings });
  return { id, to };
}

/** The decisions about a contact, oldest first, as `SUBJECT KIND NUMBER STATE REASON` lines. */
async function decisions(organization: Organization, contactId: string): Promise<string[]> {
  const { data } = await organization.call('listAlerts', { query: { limit: 100, contactId } });
  return data
    .toReversed()
    .map(({ subject, kind, number, state, reason }) =>
      [subject, kind, number, state, ...(reason === null ? [] : [reason])].join(' '),
    );
}

async function decided(organization: Organization, contactId: string, expected: string[]): Promise<void> {
  let seen: string[] = [];
  await waitFor(`the decisions ${expected.join(', ')}`, async () => {
    seen = await decisions(organization, contactId);
    return seen.join() === expected.join();
  }).catch(() => expect(seen).toEqual(expected));
}

const MINUTES_5 = 5 * 60;

function period(startedAt: Date, monitorId: string = newId('mon')): DegradedFact {
  const { monitor } = newOutage({ monitorId });
  return { monitor, startedAt: startedAt.toISOString(), cause: 'A check took 801 ms', ended: null };
}

function over(
  fact: DegradedFact,
  because: NonNullable<DegradedFact['ended']>['because'],
  at = new Date(),
): DegradedFact {
  return { ...fact, cause: null, ended: { at: at.toISOString(), because } };
}

/** Sends the event by which the monitor service reports the period. */
async function tell(organization: Organization, degraded: DegradedFact): Promise<void> {
  const outage = newOutage({ monitorId: degraded.monitor.id });
  const data = { monitor: eventMonitor(outage, { state: degraded.ended === null ? 'DEGRADED' : 'UP' }) };
  const type = degraded.ended === null ? 'monitor.degraded' : 'monitor.up';
  await organization.publish(told(organization.id, type, data, { degraded }));
}

describe('a slow period', () => {
  it('is told after 5 minutes, with its end, to those who want to hear of it', async () => {
    const organization = suite.organization();
    const curious = await contact(organization, { notifyOn: ['DEGRADED'] });
    const other = await contact(organization);
    const fact = period(ago(MINUTES_5 - 2));
    await tell(organization, fact);
    await decided(organization, curious.id, ['DEGRADED OPENED 0 HELD DELAY']);
    expect(suite.smtp.to(curious.to)).toEqual([]);
    const [first] = await suite.smtp.got(curious.to, 1);
    expect(first?.subject).toBe('DEGRADED: API is degraded');
    await tell(organization, over(fact, 'RECOVERED'));
    const [, last] = await suite.smtp.got(curious.to, 2);
    expect(last?.subject).toBe('RESOLVED: API is no longer degraded');
    expect(last?.references).toBe(first?.messageId);
    await decided(organization, curious.id, ['DEGRADED OPENED 0 SENT', 'DEGRADED RESOLVED 0 SENT']);
    await decided(organization, other.id, ['DEGRADED OPENED 0 SUPPRESSED TYPE']);
    expect(suite.smtp.to(other.to)).toEqual([]);
    const { data } = await organization.call('listAlerts', { query: { monitorId: fact.monitor.id } });
    expect(data[0]).toMatchObject({ incidentId: null, monitor: { id: fact.monitor.id, name: 'API', type: 'HTTP' } });
  });

  it.each(['RECOVERED', 'DOWN', 'TYPE_CHANGED'] as const)('of less than 5 minutes is not told: %s', async (because) => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(MINUTES_5 - 1));
    await tell(organization, fact);
    await tell(organization, over(fact, because, ago(1)));
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED DELAY']);
    expect(suite.smtp.to(to)).toEqual([]);
  });

  it('that a pause ends is not told, nor its end', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(60));
    await tell(organization, fact);
    await tell(organization, over(fact, 'PAUSED'));
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED PAUSED']);
    expect(suite.smtp.to(to)).toEqual([]);
  });

  it('is told once, whatever arrives twice or out of order', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(3_600));
    await tell(organization, over(fact, 'DOWN', ago(60)));
    await tell(organization, over(fact, 'RECOVERED'));
    await tell(organization, fact);
    await tell(organization, fact);
    await decided(organization, id, ['DEGRADED OPENED 0 SENT', 'DEGRADED RESOLVED 0 SENT']);
    expect(suite.smtp.to(to).map(({ subject }) => subject)).toEqual([
      'DEGRADED: API is degraded',
      'RESOLVED: API is no longer degraded: it is down',
    ]);
  });

  it('of a deleted monitor is gone, with what was decided', async () => {
    const organization = suite.organization();
    const { id } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(60));
    await tell(organization, fact);
    await decided(organization, id, ['DEGRADED OPENED 0 HELD DELAY']);
    await organization.forget(fact.monitor.id);
    expect(await decisions(organization, id)).toEqual([]);
    await suite.service.get(IncidentEraser).erase();
    const left = await suite.pool.query('SELECT FROM incident.alert_subject WHERE monitor_id = $1', [fact.monitor.id]);
    expect(left.rows).toHaveLength(0);
  });
});

const DAY_S = 86_400;

/** A monitor whose certificate expires in so many days. */
function expiring(organization: Organization, days: number, type: MonitorType = 'HTTP'): KnownExpiry {
  const { monitor } = newOutage({ name: 'Shop' });
  const expiresAt = ago(-days * DAY_S).toISOString();
  const expiry = { organizationId: organization.id, monitor: { ...monitor, type }, expiresAt };
  known.set(monitor.id, expiry);
  return expiry;
}

/** Lets the service compare expiries once more, and waits until it has decided. */
async function compared(): Promise<void> {
  const before = queries.length;
  await suite.pool.query('UPDATE incident.expiry_pass SET began_at = NULL');
  await waitFor('a pass', () => queries.length > before);
  await waitFor('the decisions', async () => {
    const due = 'SELECT FROM incident.alert_subject WHERE decide_at <= now()';
    const isDone = 'SELECT FROM incident.expiry_pass WHERE began_at IS NOT NULL';
    return (await suite.pool.query(isDone)).rows.length === 1 && (await suite.pool.query(due)).rows.length === 0;
  });
}

describe('an expiry', () => {
  it('is told once at each of the days of a contact', async () => {
    const organization = suite.organization();
    const usual = await contact(organization);
    const early = await contact(organization, { expiryDays: [60, 7] });
    const deaf = await contact(organization, { notifyOn: [] });
    expiring(organization, 13.4);
    await compared();
    const [mail] = await suite.smtp.got(usual.to, 1);
    expect(mail?.subject).toBe('EXPIRES SOON: The certificate of Shop expires in 13 days');
    await suite.smtp.got(early.to, 1);
    await compared();
    await decided(organization, usual.id, ['EXPIRY OPENED 14 SENT']);
    await decided(organization, early.id, ['EXPIRY OPENED 60 SENT']);
    await decided(organization, deaf.id, ['EXPIRY OPENED 14 HELD TYPE']);
    expect(suite.smtp.to(usual.to)).toHaveLength(1);
    const { until } = queries.at(-1) ?? { until: '' };
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 60 * DAY_S * 1_000 - 60_000);
  });

  it('is told once if several days have passed, and a domain is called so', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization);
    expiring(organization, 2.2, 'DOMAIN');
    await compared();
    const [mail] = await suite.smtp.got(to, 1);
    expect(mail?.subject).toBe('EXPIRES SOON: The domain of Shop expires in 2 days');
    await decided(organization, id, ['EXPIRY OPENED 3 SENT']);
  });

  it('is told to a contact that is added later, and on a day that is added later', async () => {
    const organization = suite.organization();
    const first = await contact(organization);
    expiring(organization, 6.5);
    await compared();
    await suite.smtp.got(first.to, 1);
    const second = await contact(organization);
    await suite.smtp.got(second.to, 1);
    await organization.call('updateAlertContact', { id: first.id, body: { expiryDays: [14, 7] } });
    await suite.smtp.got(first.to, 2);
    await decided(organization, first.id, ['EXPIRY OPENED 14 SENT', 'EXPIRY OPENED 7 SENT']);
    expect(suite.smtp.to(second.to)).toHaveLength(1);
  });

  it('that was renewed is not told, and the new one is when its time comes', async () => {
    const organization = suite.organization();
    const quiet = { from: clock(ago(3_600)), to: clock(ago(-3_600)), timezone: 'UTC' };
    const { id, to } = await contact(organization, { quietHours: quiet });
    const expiry = expiring(organization, 10);
    await compared();
    await decided(organization, id, ['EXPIRY OPENED 14 HELD QUIET_HOURS']);
    known.set(expiry.monitor.id, { ...expiry, expiresAt: ago(-90 * DAY_S).toISOString() });
    await compared();
    await decided(organization, id, ['EXPIRY OPENED 14 SUPPRESSED QUIET_HOURS']);
    known.set(expiry.monitor.id, { ...expiry, expiresAt: ago(-9 * DAY_S).toISOString() });
    await organization.call('updateAlertContact', { id, body: { quietHours: null } });
    await compared();
    const [mail] = await suite.smtp.got(to, 1);
    expect(mail?.subject).toBe('EXPIRES SOON: The certificate of Shop expires in 9 days');
    expect(suite.smtp.to(to)).toHaveLength(1);
  });

  it('of a deleted monitor is not told', async () => {
    const organization = suite.organization();
    const { id } = await contact(organization);
    const { monitor } = expiring(organization, 5);
    await organization.forget(monitor.id);
    await compared();
    expect(await decisions(organization, id)).toEqual([]);
  });
});

function clock(at: Date): string {
  return at.toISOString().slice(11, 16);
}
