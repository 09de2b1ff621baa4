import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ago, ended, eventMonitor, newOutage, told as toldEvent } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import { chatContact, mailContact } from './support/contacts.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({ replicas: 2 });
});

afterAll(() => suite.stop());

afterEach(() => {
  suite.smtp.react = () => undefined;
  suite.chat.answer = () => ({ status: 200 });
});

/** Makes the incident's waiting alerts due now, as if the time until their next attempt had passed. */
async function skipWaiting(incidentId: string): Promise<void> {
  const due = `UPDATE incident.alert_job SET due_at = now() WHERE incident_id = $1 AND state = 'PENDING' AND lease_until IS NULL`;
  await suite.pool.query(due, [incidentId]);
}

describe('mail', () => {
  it('tells what, since when, why and the evidence, as plain text and as HTML', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization, 'Night shift');
    const outage = newOutage({ name: 'Shop <"1">', startedAt: ago(90) });
    await organization.apply(outage);
    const [mail] = await suite.smtp.got(to, 1);
    expect(mail?.from).toEqual({ name: 'Vedette', address: 'alerts@vedette.test' });
    expect(mail?.to).toEqual([{ name: 'Night shift', address: to }]);
    expect(mail?.subject).toBe('DOWN: Shop <"1"> is down');
    const since = `${outage.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
    for (const part of ['Shop <"1"> is down', since, outage.cause, 'worker-1, eu', 'worker-2, eu', outage.incidentId]) {
      expect(mail?.text).toContain(part);
    }
    const link = `https://console.vedette.test/console/o/${organization.id}/incidents/${outage.incidentId}`;
    for (const part of ['https://shop.example/health', 'the first in 30 days', link]) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
    const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value;
    expect(header('list-id')).toBe('Vedette alerts <alerts.vedette.test>');
    expect(header('auto-submitted')).toBe('auto-generated');
    const escaped = ['Shop &lt;&quot;1&quot;&gt; is down', since, outage.cause, 'worker-2, eu', outage.incidentId];
    for (const part of escaped) expect(mail?.html).toContain(part);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT')).toEqual([
      `OPENED: ${outage.cause}`,
      'ALERT_SENT: Told Night shift of the outage by email',
    ]);
  });

  it('tells on recovery for how long, in the thread of the outage', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    const outage = newOutage({ startedAt: ago(125) });
    await organization.apply(outage);
    await suite.smtp.got(to, 1);
    await organization.apply(ended(outage, 'RECOVERED', new Date(Date.parse(outage.startedAt) + 125_000)));
    const [down, up] = await suite.smtp.got(to, 2);
    expect(up?.subject).toBe('RESOLVED: API is up again');
    expect(up?.text).toContain('2 min 5 s');
    expect(up?.html).toContain('2 min 5 s');
    expect(up?.inReplyTo).toBe(down?.messageId);
    expect(up?.references).toBe(down?.messageId);
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    expect(timeline).toContain(`ALERT_SENT: Told ${to} of its end by email`);
  });

  it('says how many outages the monitor had in 30 days', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    const old = newOutage({ startedAt: ago(31 * 86_400) });
    const monitorId = old.monitor.id;
    await organization.apply(ended(old, 'RECOVERED', ago(30 * 86_400 + 60)));
    await organization.apply(ended(newOutage({ monitorId, startedAt: ago(3_600) })));
    await organization.apply(newOutage({ monitorId }));
    const mails = await suite.smtp.got(to, 5);
    expect(mails.at(-1)?.text).toContain('2 in 30 days, with this one');
  });

  it('says what was changed on the monitor in the 24 hours before', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    const outage = newOutage();
    const monitor = eventMonitor(outage);
    const changed = (fields: string[], at: Date) =>
      toldEvent(organization.id, 'monitor.updated', { monitor, changed: fields }, undefined, at);
    const events = [
      changed(['name'], ago(25 * 3_600)),
      changed(['timeoutSec', 'url'], ago(3_600)),
      changed([], ago(1_800)),
      toldEvent(organization.id, 'monitor.resumed', { monitor }, undefined, ago(60)),
      changed(['keyword'], new Date()),
    ];
    for (const event of events) await organization.publish(event);
    await waitFor('the events', async () => {
      const sql = 'SELECT FROM incident.inbox WHERE message_id = ANY ($1)';
      return (await suite.pool.query(sql, [events.map(({ id }) => id)])).rows.length === events.length;
    });
    await organization.apply(outage);
    const [mail] = await suite.smtp.got(to, 1);
    expect(mail?.text).toMatch(/^Changed: +resumed at [-0-9 :]+ UTC; timeoutSec, url at [-0-9 :]+ UTC$/m);
    await organization.forget(monitor.id);
    const left = await suite.pool.query('SELECT FROM incident.monitor_change WHERE monitor_id = $1', [monitor.id]);
    expect(left.rows).toEqual([]);
  });

  it('does not say that a monitor is up whose type was changed', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    const outage = newOutage();
    await organization.apply(outage);
    await organization.apply(ended(outage, 'TYPE_CHANGED'));
    const [, end] = await suite.smtp.got(to, 2);
    expect(end?.subject).toContain('its type was changed');
  });

  it('is sent again when the server is busy, and noted once', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    let refusals = 0;
    suite.smtp.react = (mail) => {
      if (!mail.to?.some(({ address }) => address === to) || refusals > 0) return;
      refusals += 1;
      throw smtpError(451, 'Come back later');
    };
    const outage = newOutage();
    await organization.apply(outage);
    await waitFor('the refusal', () => refusals === 1);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT')).toHaveLength(2);
    expect(suite.smtp.to(to)).toHaveLength(1);
  });

  it('to a recipient that the server does not know fails at once', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    suite.smtp.unknown.add(to);
    const outage = newOutage();
    await organization.apply(outage);
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_FAILED');
    expect(timeline.at(-1)).toMatch(
      /^ALERT_FAILED: Could not tell ops-\d+@example\.com of the outage by email: the mail server answered "550/,
    );
  });
});

describe('a chat', () => {
  it('gets what Slack would, before and after', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization);
    const outage = newOutage({ name: 'Shop & <Co>', startedAt: ago(60) });
    await organization.apply(outage);
    await organization.apply(ended(outage, 'RECOVERED', new Date(Date.parse(outage.startedAt) + 60_000)));
    const [down, up] = await suite.chat.got(path, 2);
    expect(down?.headers['content-type']).toBe('application/json');
    expect(down?.body.text).toBe('*Shop &amp; &lt;Co&gt; is down*');
    expect(down?.body.attachments[0]?.fields).toContainEqual({ title: 'Why', value: outage.cause, short: false });
    expect(up?.body.text).toBe('*Shop &amp; &lt;Co&gt; is up again*');
    expect(up?.body.attachments[0]?.fields).toContainEqual({ title: 'Down for', value: '1 min', short: true });
    expect(up?.headers['x-vedette-alert-id']).not.toBe(down?.headers['x-vedette-alert-id']);
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    const { host } = new URL(suite.chatUrl);
    expect(timeline).toContain(`ALERT_SENT: Told ${host} of the outage by Slack`);
    expect(timeline.join()).not.toContain(path);
  });

  it('is tried again after an error, with the same id', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization);
    const statuses = [500, 429];
    suite.chat.answer = (message) => ({ status: message.path === path ? (statuses.shift() ?? 200) : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    for (const count of [1, 2]) {
      await suite.chat.got(path, count);
      await waitFor('the attempt to be noted', async () => {
        const sql = 'SELECT FROM incident.alert_job WHERE incident_id = $1 AND lease_until IS NULL AND attempts = $2';
        return (await suite.pool.query(sql, [outage.incidentId, count])).rows.length === 1;
      });
      await skipWaiting(outage.incidentId);
    }
    const messages = await suite.chat.got(path, 3);
    expect(new Set(messages.map(({ headers }) => headers['x-vedette-alert-id'])).size).toBe(1);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT')).toHaveLength(2);
  });

  it('that is gone for good fails at once', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization, 'Chat');
    suite.chat.answer = (message) => ({ status: message.path === path ? 404 : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    expect(await organization.timeline(outage.incidentId, 'ALERT_FAILED')).toContain(
      'ALERT_FAILED: Could not tell Chat of the outage by Slack: the receiver answered 404',
    );
    expect(suite.chat.to(path)).toHaveLength(1);
  });

  it('that is slow delays nobody else', async () => {
    const organization = suite.organization();
    const slow = await chatContact(suite, organization);
    const [quick, mail] = [await chatContact(suite, organization), await mailContact(organization)];
    let release: (() => void) | undefined;
    const stalled = new Promise<void>((resolve) => {
      release = resolve;
    });
    suite.chat.answer = async (message) => {
      if (message.path === slow) await stalled;
      return { status: 200 };
    };
    const outages = Array.from({ length: 5 }, () => newOutage());
    await Promise.all(outages.map((outage) => organization.apply(outage)));
    await Promise.all([suite.chat.got(quick, 5), suite.smtp.got(mail, 5)]);
    expect(suite.chat.to(slow)).toHaveLength(1);
    release?.();
    await suite.chat.got(slow, 5);
  });
});
