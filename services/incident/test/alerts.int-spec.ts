import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ContactAddresses } from '../src/contacts/contact-addresses.ts';
import type { IncidentClient } from './support/client.ts';
import { ago, ended, newOutage, outageEvent, withCause } from '@vedette/test-kit/facts';
import { startFixture, type Fixture } from './support/fixture.ts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';

let fixture: Fixture;
let unique = 0;

beforeAll(async () => {
  fixture = await startFixture({ replicas: 2 });
});

afterAll(() => fixture.stop());

afterEach(() => {
  fixture.smtp.react = () => undefined;
  fixture.chat.answer = () => ({ status: 200 });
});

async function mailContact(client: IncidentClient, name: string | null = null): Promise<string> {
  unique += 1;
  const to = `ops-${unique}@example.com`;
  await client.addContact({ to, name });
  return to;
}

async function chatContact(client: IncidentClient, name: string | null = null): Promise<string> {
  unique += 1;
  const path = `/hook-${unique}`;
  await client.addContact({ to: `${fixture.chatUrl}${path}`, name });
  return path;
}

/** As if that much time had passed for the alerts of the incident that wait for their next attempt. */
async function skipWaiting(incidentId: string): Promise<void> {
  const due = `UPDATE incident.alert_job SET due_at = now() WHERE incident_id = $1 AND state = 'PENDING' AND lease_until IS NULL`;
  await fixture.sql.query(due, [incidentId]);
}

describe('mail', () => {
  it('tells what, since when, why and the evidence, as plain text and as HTML', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client, 'Night shift');
    const outage = newOutage({ name: 'Shop <"1">', startedAt: ago(90) });
    await client.apply(outage);
    const [mail] = await fixture.smtp.got(to, 1);
    expect(mail?.from).toEqual({ name: 'Vedette', address: 'alerts@vedette.test' });
    expect(mail?.to).toEqual([{ name: 'Night shift', address: to }]);
    expect(mail?.subject).toBe('DOWN: Shop <"1"> is down');
    const since = `${outage.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
    for (const part of ['Shop <"1"> is down', since, outage.cause, 'worker-1, eu', 'worker-2, eu', outage.incidentId]) {
      expect(mail?.text).toContain(part);
    }
    const escaped = ['Shop &lt;&quot;1&quot;&gt; is down', since, outage.cause, 'worker-2, eu', outage.incidentId];
    for (const part of escaped) expect(mail?.html).toContain(part);
    expect(await client.timeline(outage.incidentId, 'ALERT_SENT')).toEqual([
      `OPENED: ${outage.cause}`,
      'ALERT_SENT: Told Night shift of the outage by email',
    ]);
  });

  it('tells on recovery for how long, in the thread of the outage', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client);
    const outage = newOutage({ startedAt: ago(125) });
    await client.apply(outage);
    await fixture.smtp.got(to, 1);
    await client.apply(ended(outage, 'RECOVERED', new Date(Date.parse(outage.startedAt) + 125_000)));
    const [down, up] = await fixture.smtp.got(to, 2);
    expect(up?.subject).toBe('RESOLVED: API is up again');
    expect(up?.text).toContain('2 min 5 s');
    expect(up?.html).toContain('2 min 5 s');
    expect(up?.inReplyTo).toBe(down?.messageId);
    const timeline = await client.timeline(outage.incidentId, 'ALERT_SENT', 2);
    expect(timeline).toContain(`ALERT_SENT: Told ${to} of its end by email`);
  });

  it('does not say that a monitor is up whose type was changed', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client);
    const outage = newOutage();
    await client.apply(outage);
    await client.apply(ended(outage, 'TYPE_CHANGED'));
    const [, end] = await fixture.smtp.got(to, 2);
    expect(end?.subject).toContain('its type was changed');
  });

  it('is sent again when the server is busy, and noted once', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client);
    let refusals = 0;
    fixture.smtp.react = (mail) => {
      if (!mail.to?.some(({ address }) => address === to) || refusals > 0) return;
      refusals += 1;
      throw smtpError(451, 'Come back later');
    };
    const outage = newOutage();
    await client.apply(outage);
    await waitFor('the refusal', () => refusals === 1);
    expect(await client.timeline(outage.incidentId, 'ALERT_SENT')).toHaveLength(2);
    expect(fixture.smtp.to(to)).toHaveLength(1);
  });

  it('to a recipient that the server does not know fails at once', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client);
    fixture.smtp.unknown.add(to);
    const outage = newOutage();
    await client.apply(outage);
    const timeline = await client.timeline(outage.incidentId, 'ALERT_FAILED');
    expect(timeline.at(-1)).toMatch(
      /^ALERT_FAILED: Could not tell ops-\d+@example\.com of the outage by email: the mail server answered "550/,
    );
  });
});

describe('a webhook', () => {
  it('gets what Slack would, before and after', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client);
    const outage = newOutage({ name: 'Shop & <Co>', startedAt: ago(60) });
    await client.apply(outage);
    await client.apply(ended(outage, 'RECOVERED', new Date(Date.parse(outage.startedAt) + 60_000)));
    const [down, up] = await fixture.chat.got(path, 2);
    expect(down?.headers['content-type']).toBe('application/json');
    expect(down?.body.text).toBe('*Shop &amp; &lt;Co&gt; is down*');
    expect(down?.body.attachments[0]?.fields).toContainEqual({ title: 'Why', value: outage.cause, short: false });
    expect(up?.body.text).toBe('*Shop &amp; &lt;Co&gt; is up again*');
    expect(up?.body.attachments[0]?.fields).toContainEqual({ title: 'Down for', value: '1 min', short: true });
    expect(up?.headers['x-vedette-alert-id']).not.toBe(down?.headers['x-vedette-alert-id']);
    const timeline = await client.timeline(outage.incidentId, 'ALERT_SENT', 2);
    const { host } = new URL(fixture.chatUrl);
    expect(timeline).toContain(`ALERT_SENT: Told ${host} of the outage by webhook`);
    expect(timeline.join()).not.toContain(path);
  });

  it('is tried again after an error, with the same id', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client);
    const statuses = [500, 429];
    fixture.chat.answer = (message) => ({ status: message.path === path ? (statuses.shift() ?? 200) : 200 });
    const outage = newOutage();
    await client.apply(outage);
    for (const count of [1, 2]) {
      await fixture.chat.got(path, count);
      await waitFor('the attempt to be noted', async () => {
        const sql = 'SELECT FROM incident.alert_job WHERE incident_id = $1 AND lease_until IS NULL AND attempts = $2';
        return (await fixture.sql.query(sql, [outage.incidentId, count])).rows.length === 1;
      });
      await skipWaiting(outage.incidentId);
    }
    const messages = await fixture.chat.got(path, 3);
    expect(new Set(messages.map(({ headers }) => headers['x-vedette-alert-id'])).size).toBe(1);
    expect(await client.timeline(outage.incidentId, 'ALERT_SENT')).toHaveLength(2);
  });

  it('that is gone for good fails at once', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client, 'Chat');
    fixture.chat.answer = (message) => ({ status: message.path === path ? 404 : 200 });
    const outage = newOutage();
    await client.apply(outage);
    expect(await client.timeline(outage.incidentId, 'ALERT_FAILED')).toContain(
      'ALERT_FAILED: Could not tell Chat of the outage by webhook: the receiver answered 404',
    );
    expect(fixture.chat.to(path)).toHaveLength(1);
  });

  it('that is slow delays nobody else', async () => {
    const client = fixture.newClient();
    const slow = await chatContact(client);
    const [quick, mail] = [await chatContact(client), await mailContact(client)];
    let release: (() => void) | undefined;
    const stalled = new Promise<void>((resolve) => {
      release = resolve;
    });
    fixture.chat.answer = async (message) => {
      if (message.path === slow) await stalled;
      return { status: 200 };
    };
    const outages = Array.from({ length: 5 }, () => newOutage());
    await Promise.all(outages.map((outage) => client.apply(outage)));
    await Promise.all([fixture.chat.got(quick, 5), fixture.smtp.got(mail, 5)]);
    expect(fixture.chat.to(slow)).toHaveLength(1);
    release?.();
    await fixture.chat.got(slow, 5);
  });
});

describe('contacts', () => {
  it('are told once each, whatever is delivered twice', async () => {
    const client = fixture.newClient();
    const [mail, path] = [await mailContact(client), await chatContact(client)];
    const outage = newOutage();
    const facts = [outage, withCause(outage, 'Expected status 200, got 503'), ended({ ...outage, revision: 2 })];
    const all = [...facts, ...facts, ...facts];
    await Promise.all([
      ...all.map((fact) => client.apply(fact)),
      ...all.map((fact) => client.publish(outageEvent(client.organizationId, fact))),
    ]);
    await client.timeline(outage.incidentId, 'ALERT_SENT', 4);
    expect(fixture.smtp.to(mail)).toHaveLength(2);
    expect(fixture.chat.to(path)).toHaveLength(2);
  });

  it('hear of the end after the beginning, however long that takes', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client);
    let isBusy = true;
    fixture.chat.answer = (message) => ({ status: isBusy && message.path === path ? 503 : 200 });
    const outage = newOutage();
    await client.apply(outage);
    await fixture.chat.got(path, 1);
    await client.apply(ended(outage));
    isBusy = false;
    await client.timeline(outage.incidentId, 'ALERT_SENT', 2);
    const told = fixture.chat.to(path).map(({ body }) => body.text);
    expect(told).toEqual(['*API is down*', '*API is down*', '*API is up again*']);
  });

  it('of a monitor that was created a moment ago are told', async () => {
    const client = fixture.newClient();
    const to = await mailContact(client);
    await client.apply(newOutage({ monitorCreatedAt: new Date(), startedAt: new Date() }));
    expect(await fixture.smtp.got(to, 1)).toHaveLength(1);
  });

  it('are not told that a paused monitor is over, nor what was not sent yet', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client, 'Chat');
    fixture.chat.answer = (message) => ({ status: message.path === path ? 503 : 200 });
    const outage = newOutage();
    await client.apply(outage);
    await fixture.chat.got(path, 1);
    await client.apply(ended(outage, 'PAUSED'));
    const timeline = await client.timeline(outage.incidentId, 'ALERT_SUPPRESSED');
    expect(timeline).toContain('ALERT_SUPPRESSED: Chat was not told: the monitor was paused');
    const { rows } = await fixture.sql.query('SELECT kind, state FROM incident.alert_job WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([{ kind: 'OPENED', state: 'CANCELLED' }]);
  });

  it('are told of an outage that was over before anybody came to tell it', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client);
    await client.apply(ended(newOutage({ startedAt: ago(30) })));
    const told = await fixture.chat.got(path, 2);
    expect(told.map(({ body }) => body.text)).toEqual(['*API is down*', '*API is up again*']);
  });

  it('are told nothing of a monitor that is deleted', async () => {
    const client = fixture.newClient();
    const path = await chatContact(client);
    fixture.chat.answer = (message) => ({ status: message.path === path ? 503 : 200 });
    const outage = newOutage();
    await client.apply(outage);
    await fixture.chat.got(path, 1);
    await client.forget(outage.monitor.id);
    const { rows } = await fixture.sql.query('SELECT FROM incident.alert_job WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('without a mail server', () => {
  it('the timeline says that nobody got mail', async () => {
    const without = await startFixture({ withoutSmtp: true });
    try {
      const client = without.newClient();
      await client.addContact({ to: 'ops@example.com' });
      const outage = newOutage();
      await client.apply(outage);
      expect(await client.timeline(outage.incidentId, 'ALERT_FAILED')).toContain(
        'ALERT_FAILED: Could not tell ops@example.com of the outage by email: no mail server is configured',
      );
    } finally {
      await without.stop();
    }
  });
});

describe('a private address', () => {
  it('is refused to new contacts, and to old ones at every attempt', async () => {
    const guarded = await startFixture({ forbidPrivateTargets: true });
    try {
      const client = guarded.newClient();
      const adding = client.addContact({ to: 'https://127.0.0.1/hook' });
      await expect(adding).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'to' }] });
      const { id } = await client.addContact({ to: 'https://hooks.example.invalid/hook' });
      const sealed = guarded.services[0]?.get(ContactAddresses).seal(id, guarded.chatUrl) ?? [];
      await guarded.sql.query('UPDATE incident.contact SET sealed = $2 WHERE id = $1', [id, Buffer.from(sealed)]);
      const outage = newOutage();
      await client.apply(outage);
      const timeline = await client.timeline(outage.incidentId, 'ALERT_FAILED');
      expect(timeline.at(-1)).toContain('loopback');
      expect(guarded.chat.messages).toEqual([]);
    } finally {
      await guarded.stop();
    }
  });
});
