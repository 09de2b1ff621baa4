import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ago, ended, newOutage, outageEvent, withCause } from '@vedette/test-kit/facts';
import { ContactAddresses } from '../src/incidents/contact-addresses.ts';
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

describe('contacts', () => {
  it('are told once each, whatever is delivered twice', async () => {
    const organization = suite.organization();
    const [mail, path] = [await mailContact(organization), await chatContact(suite, organization)];
    const outage = newOutage();
    const facts = [outage, withCause(outage, 'Expected status 200, got 503'), ended({ ...outage, revision: 2 })];
    const all = [...facts, ...facts, ...facts];
    await Promise.all([
      ...all.map((fact) => organization.apply(fact)),
      ...all.map((fact) => organization.publish(outageEvent(organization.id, fact))),
    ]);
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 4);
    expect(suite.smtp.to(mail)).toHaveLength(2);
    expect(suite.chat.to(path)).toHaveLength(2);
  });

  it('hear of the end after the beginning, however long that takes', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization);
    let isBusy = true;
    suite.chat.answer = (message) => ({ status: isBusy && message.path === path ? 503 : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    await suite.chat.got(path, 1);
    await organization.apply(ended(outage));
    isBusy = false;
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    const told = suite.chat.to(path).map(({ body }) => body.text);
    expect(told).toEqual(['*API is down*', '*API is down*', '*API is up again*']);
  });

  it('of a monitor that was created a moment ago are told', async () => {
    const organization = suite.organization();
    const to = await mailContact(organization);
    await organization.apply(newOutage({ monitorCreatedAt: new Date(), startedAt: new Date() }));
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
  });

  it('are not told that a paused monitor is over, nor what was not sent yet', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization, 'Chat');
    suite.chat.answer = (message) => ({ status: message.path === path ? 503 : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    await suite.chat.got(path, 1);
    await organization.apply(ended(outage, 'PAUSED'));
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_SUPPRESSED');
    expect(timeline).toContain('ALERT_SUPPRESSED: Chat was not told: the monitor was paused');
    const { rows } = await suite.pool.query('SELECT kind, state FROM incident.alert_job WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([{ kind: 'OPENED', state: 'CANCELLED' }]);
  });

  it('are told of an outage that was over before anybody came to tell it', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization);
    await organization.apply(ended(newOutage({ startedAt: ago(30) })));
    const told = await suite.chat.got(path, 2);
    expect(told.map(({ body }) => body.text)).toEqual(['*API is down*', '*API is up again*']);
  });

  it('are told nothing of a monitor that is deleted', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization);
    suite.chat.answer = (message) => ({ status: message.path === path ? 503 : 200 });
    const outage = newOutage();
    await organization.apply(outage);
    await suite.chat.got(path, 1);
    await organization.forget(outage.monitor.id);
    const { rows } = await suite.pool.query('SELECT FROM incident.alert_job WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('without a mail server', () => {
  it('no mail contact is added, and the timeline says that older ones got no mail', async () => {
    const without = await startSuite({ withoutSmtp: true });
    try {
      const organization = without.organization();
      const to = 'ops@example.com';
      const refusal = {
        code: 'validation_error',
        details: [{ path: 'type', message: expect.stringMatching(/SMTP_URL and SMTP_FROM/) }],
      };
      await expect(organization.addContact({ to })).rejects.toMatchObject(refusal);
      const adding = organization.call('createAlertContact', { body: { type: 'EMAIL', to } });
      await expect(adding).rejects.toMatchObject(refusal);
      const { id } = await organization.addContact({ to: `${without.chatUrl}/hook` });
      const sealed = without.service.get(ContactAddresses).seal(id, to);
      const older = `UPDATE incident.contact SET type = 'EMAIL', sealed = $2 WHERE id = $1`;
      await without.pool.query(older, [id, Buffer.from(sealed)]);
      const outage = newOutage();
      await organization.apply(outage);
      expect(await organization.timeline(outage.incidentId, 'ALERT_FAILED')).toContain(
        'ALERT_FAILED: Could not tell ops@example.com of the outage by email: no mail server is configured',
      );
    } finally {
      await without.stop();
    }
  });
});

describe('a private address', () => {
  it('is refused to new contacts, and to old ones at every attempt', async () => {
    const guarded = await startSuite({ forbidPrivateTargets: true });
    try {
      const organization = guarded.organization();
      const adding = organization.addContact({ to: 'https://127.0.0.1/hook' });
      await expect(adding).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'to' }] });
      const { id } = await organization.addContact({ to: 'https://hooks.example.invalid/hook' });
      const sealed = guarded.service.get(ContactAddresses).seal(id, guarded.chatUrl);
      await guarded.pool.query('UPDATE incident.contact SET sealed = $2 WHERE id = $1', [id, Buffer.from(sealed)]);
      const outage = newOutage();
      await organization.apply(outage);
      const timeline = await organization.timeline(outage.incidentId, 'ALERT_FAILED');
      expect(timeline.at(-1)).toContain('loopback');
      expect(guarded.chat.messages).toEqual([]);
    } finally {
      await guarded.stop();
    }
  });
});
