import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Msg } from '@nats-io/transport-node';
import {
  internal,
  newId,
  type ExpiryQuery,
  type KnownExpiry,
  type MonitorType,
  type QuietHours,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, eventMonitor, newOutage, told } from '@vedette/test-kit/facts';
import { smtpError, type MailReaction } from '@vedette/test-kit/smtp-receiver';
import { ExpiryWatch } from '../src/alerts/expiry-watch.ts';
import type { Organization } from './support/organization.ts';
import { contact, decided, decisions, subjectsOf } from './support/subjects.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
/** What the monitor service knows to expire. */
const known = new Map<string, KnownExpiry>();
const queries: ExpiryQuery[] = [];
/** What happens after the monitor service has read a page, and before the page arrives. */
let afterReading: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  suite = await startSuite();
  suite.service.host.link.connection?.subscribe(internal.listExpiries.subject, {
    callback: (_, message) => void answer(message),
  });
});

afterAll(() => suite.stop());

async function answer(message: Msg): Promise<void> {
  const query = message.json<ExpiryQuery>();
  queries.push(query);
  const isAsked = ({ expiresAt, monitor }: KnownExpiry): boolean =>
    expiresAt <= query.until && monitor.id > (query.after ?? '');
  const expiries = [...known.values()].filter(isAsked);
  await afterReading();
  message.respond(JSON.stringify({ expiries }));
}

const DAY_S = 86_400;

/** A monitor whose certificate expires in so many days. */
function expiring(organization: Organization, days: number, type: MonitorType = 'HTTP'): KnownExpiry {
  const { monitor } = newOutage({ name: 'Shop' });
  const expiresAt = ago(-days * DAY_S).toISOString();
  const expiry = { organizationId: organization.id, monitor: { ...monitor, type }, expiresAt };
  known.set(monitor.id, expiry);
  return expiry;
}

/** Compares expiries now; if another pass has just begun by itself, that one does. */
async function passAgain(): Promise<void> {
  await suite.pool.query('UPDATE incident.expiry_pass SET began_at = NULL');
  await suite.service.get(ExpiryWatch).look();
}

/** Lets the service compare expiries once more, and waits until it has decided. */
async function compared(): Promise<void> {
  // It is near enough for every pass, and committed with everything else that the pass learns.
  const { monitor } = expiring(suite.organization(), 1 / 288);
  await passAgain();
  await waitFor('a pass', async () => (await subjectsOf(suite, monitor.id)).length === 1);
  known.delete(monitor.id);
  await waitFor('the decisions', async () => {
    const due = 'SELECT FROM incident.alert_subject WHERE decide_at <= now()';
    return (await suite.pool.query(due)).rows.length === 0;
  });
}

/** Quiet hours that have begun and do not end soon. */
const quietNow = (): QuietHours => ({ from: clock(ago(3_600)), to: clock(ago(-3_600)), timezone: 'UTC' });

/** Pauses the monitor: the monitor service does not list it any more. */
async function pause(organization: Organization, { monitor }: KnownExpiry): Promise<void> {
  known.delete(monitor.id);
  const data = { monitor: eventMonitor(newOutage({ monitorId: monitor.id, name: 'Shop' }), { state: 'PAUSED' }) };
  await organization.publish(told(organization.id, 'monitor.paused', data));
}

async function resume(organization: Organization, expiry: KnownExpiry): Promise<void> {
  const { monitor } = expiry;
  const data = { monitor: eventMonitor(newOutage({ monitorId: monitor.id, name: 'Shop' }), { state: 'PENDING' }) };
  await organization.publish(told(organization.id, 'monitor.resumed', data));
  await changed(expiry, 'RESUMED');
  known.set(monitor.id, expiry);
}

/** Waits until the service has heard of it. */
async function changed({ monitor }: KnownExpiry, kind: 'PAUSED' | 'RESUMED'): Promise<void> {
  const change = 'SELECT FROM incident.monitor_change WHERE monitor_id = $1 AND kind = $2';
  await waitFor(`that it is ${kind}`, async () => (await suite.pool.query(change, [monitor.id, kind])).rows.length > 0);
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
    const { id, to } = await contact(organization, { quietHours: quietNow() });
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

  it('of a monitor that is paused in quiet hours is told after it is resumed', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { quietHours: quietNow() });
    const expiry = expiring(organization, 10);
    await compared();
    await decided(organization, id, ['EXPIRY OPENED 14 HELD QUIET_HOURS']);
    await pause(organization, expiry);
    await decided(organization, id, ['EXPIRY OPENED 14 SUPPRESSED QUIET_HOURS']);
    await organization.call('updateAlertContact', { id, body: { quietHours: null } });
    await compared();
    expect(await decisions(organization, id)).toEqual(['EXPIRY OPENED 14 SUPPRESSED QUIET_HOURS']);
    await resume(organization, expiry);
    await compared();
    await suite.smtp.got(to, 1);
    await decided(organization, id, ['EXPIRY OPENED 14 SENT']);
  });

  it('that could not be sent is not told while its monitor is paused, and once after it is resumed', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization);
    const expiry = expiring(organization, 10);
    suite.smtp.react = failFor(to);
    await compared();
    await waitFor('a failure', () => hasFailed(organization, id));
    await pause(organization, expiry);
    await decided(organization, id, ['EXPIRY OPENED 14 SUPPRESSED PAUSED']);
    suite.smtp.react = () => undefined;
    await resume(organization, expiry);
    await compared();
    await suite.smtp.got(to, 1);
    await compared();
    await decided(organization, id, ['EXPIRY OPENED 14 SENT']);
    expect(suite.smtp.to(to)).toHaveLength(1);
  });

  it('that could not be sent is not told once it is renewed', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization);
    const expiry = expiring(organization, 10);
    suite.smtp.react = failFor(to);
    await compared();
    await waitFor('a failure', () => hasFailed(organization, id));
    known.delete(expiry.monitor.id);
    await compared();
    suite.smtp.react = () => undefined;
    expect(await decisions(organization, id)).toEqual([]);
    const { rows } = await suite.pool.query('SELECT state FROM incident.alert_job WHERE contact_id = $1', [id]);
    expect(rows).toEqual([{ state: 'CANCELLED' }]);
  });

  it.each(['known', 'new'] as const)(
    'that is %s is not told if its monitor is paused while a page is on its way',
    async (age) => {
      const organization = suite.organization();
      const { id, to } = await contact(organization, { quietHours: age === 'known' ? quietNow() : null });
      const expiry = expiring(organization, 10);
      if (age === 'known') await compared();
      afterReading = async () => {
        afterReading = async () => undefined;
        await pause(organization, expiry);
        await changed(expiry, 'PAUSED');
        await organization.call('updateAlertContact', { id, body: { quietHours: null } });
      };
      await compared();
      expect(await decisions(organization, id)).toEqual(
        age === 'known' ? ['EXPIRY OPENED 14 SUPPRESSED QUIET_HOURS'] : [],
      );
      expect(suite.smtp.to(to)).toEqual([]);
      await resume(organization, expiry);
      await compared();
      await decided(organization, id, ['EXPIRY OPENED 14 SENT']);
    },
  );

  it('is ended by a pause that comes while a page that lists it is being stored', async () => {
    const organization = suite.organization();
    await contact(organization, { quietHours: quietNow() });
    const first = expiring(organization, 10);
    await compared();
    const { monitor } = first;
    const renewed = { ...first, expiresAt: ago(-9 * 86_400).toISOString() };
    known.set(monitor.id, renewed);
    const client = await suite.pool.connect();
    const waiters = async (): Promise<number> => {
      const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await suite.pool.query(blocked)).rows.length;
    };
    let passing: Promise<void>;
    try {
      // The same row holds up the page when it has found the monitor watched.
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at) VALUES ($1, $2, $3, 'EXPIRY', $4)`,
        [newId('sub'), organization.id, monitor.id, renewed.expiresAt],
      );
      passing = passAgain();
      await waitFor('the page to wait', async () => (await waiters()) === 1);
      await pause(organization, renewed);
      await waitFor('the pause to wait', async () => (await waiters()) === 2);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await passing;
    const { rows } = await waitFor('the end', async () => {
      const ended =
        'SELECT ended_by FROM incident.alert_subject WHERE monitor_id = $1 AND at = $2 AND ended_at <= now()';
      const found = await suite.pool.query(ended, [monitor.id, renewed.expiresAt]);
      return found.rows.length > 0 && found;
    });
    expect(rows).toEqual([{ ended_by: 'PAUSED' }]);
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

/** Refuses mail to the address with a reply that asks to try again. */
function failFor(address: string): MailReaction {
  return (mail) => {
    if (mail.to?.some((recipient) => recipient.address === address) === true) throw smtpError(451, 'Try again later');
  };
}

async function hasFailed(organization: Organization, contactId: string): Promise<boolean> {
  const { data } = await organization.call('listAlerts', { query: { contactId } });
  return data.some(({ error }) => error !== null);
}

function clock(at: Date): string {
  return at.toISOString().slice(11, 16);
}
