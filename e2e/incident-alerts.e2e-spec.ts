import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertContact, ContactTest, Incident, IncidentDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { ago, ended } from '@vedette/test-kit/facts';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { colourFaults, TestBrowser } from './support/browser.ts';
import { expectAccessible, JOURNEY_MS } from './support/console-scene.ts';
import { focusedText } from './support/console.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page as List } from './support/monitors.ts';
import { OutageTeller } from './support/outage-teller.ts';

const smtp = new SmtpReceiver();
const chat = new ChatReceiver();
let chatUrl: string;
let fixture: Fixture;
let teller: OutageTeller;

beforeAll(async () => {
  chatUrl = await chat.listen();
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident'],
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      SMTP_URL: await smtp.listen(),
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    },
  });
  teller = await OutageTeller.connect(fixture.stack.natsUrl);
});
afterAll(async () => {
  await teller.close();
  await fixture.stop();
  await Promise.all([smtp.close(), chat.close()]);
});

interface AuditLine {
  readonly operation: string;
}

async function vedette<T = AlertContact>(...args: string[]): Promise<T> {
  return (await fixture.stack.operator.run('contact', ...args)) as T;
}

/** The one sentence with which the command line refuses. */
async function refusal(...args: string[]): Promise<string> {
  return fixture.stack.operator.run('contact', ...args).then(
    (printed) => `nothing, but printed ${JSON.stringify(printed)}`,
    (error: Error) => error.message,
  );
}

async function timeline(tenant: Tenant, incidentId: string, alerts: number): Promise<string[]> {
  return waitFor(`${alerts} alerts in the timeline`, async () => {
    const { body } = await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${incidentId}`);
    const entries = body.timeline?.map(({ type, message }) => `${type}: ${message}`) ?? [];
    return entries.filter((entry) => entry.startsWith('ALERT_')).length >= alerts ? entries : undefined;
  });
}

describe('the contacts of an organization', () => {
  it('are told by mail and chat of an outage of a monitor that was created after them, and of its end', async () => {
    const tenant = await fixture.tenant();
    const org = tenant.organizationId;
    const to = 'ops@example.com';
    await vedette('add', '--org', org, '--type', 'EMAIL', '--to', to, '--name', 'On call', '--monitors', 'none');
    await vedette('add', '--org', org, '--type', 'SLACK', '--to', `${chatUrl}/all`);
    const monitor = await createMonitor(tenant.api, { name: 'Checkout' });
    const outage = teller.begin(monitor, ago(62));
    await teller.tell(tenant, outage);
    const [mail] = await smtp.got(to, 1);
    expect(mail?.subject).toBe('DOWN: Checkout is down');
    expect(mail?.text).toContain(outage.cause);
    expect(mail?.html).toContain(outage.cause);
    await teller.tell(tenant, ended(outage, 'RECOVERED', new Date(Date.parse(outage.startedAt) + 62_000)));
    const [, end] = await smtp.got(to, 2);
    expect(end?.text).toContain('1 min 2 s');
    const messages = await chat.got('/all', 2);
    expect(messages.map(({ body }) => body.text)).toEqual(['*Checkout is down*', '*Checkout is up again*']);
    const entries = await timeline(tenant, outage.incidentId, 4);
    expect(entries).toContain('ALERT_SENT: Told On call of the outage by email');
    expect(entries).toContain('ALERT_SENT: Told On call of its end by email');
  });

  it('are attached and detached by the command line', async () => {
    const tenant = await fixture.tenant();
    const monitor = await createMonitor(tenant.api);
    const given = ['--org', tenant.organizationId, '--type', 'EMAIL', '--to', 'night@example.com'];
    const { id } = await vedette('add', ...given);
    expect(await vedette('detach', id, '--monitors', monitor.id)).toMatchObject({
      id,
      monitors: { before: 'ALL', detached: [monitor.id] },
    });
    const outage = teller.begin(monitor);
    await teller.apply(tenant, outage);
    await teller.apply(tenant, ended(outage));
    expect(await vedette('attach', id, '--monitors', monitor.id)).toMatchObject({
      monitors: { attached: [monitor.id] },
    });
    const next = teller.begin(monitor);
    await teller.tell(tenant, next);
    const mails = await smtp.got('night@example.com', 1);
    expect(mails.map(({ text }) => text?.includes(next.incidentId))).toEqual([true]);
    expect(await vedette<AlertContact[]>('list', '--org', tenant.organizationId)).toMatchObject([{ id }]);
    expect(await vedette('remove', id)).toMatchObject({ id });
    expect(await vedette<AlertContact[]>('list', '--org', tenant.organizationId)).toEqual([]);
  });
});

/** The address of the first link to this page of the console in a mail. */
function linkIn(mail: { text?: string | undefined } | undefined, page: 'ack' | 'confirm'): string {
  const [link = ''] = new RegExp(`http\\S+/console/${page}#\\S+`).exec(mail?.text ?? '') ?? [];
  return link;
}

describe('a person on call, who never signs in', () => {
  it(
    'agrees to be told by a link, gets a mail when a job fails, and acknowledges by its link',
    async () => {
      const tenant = await fixture.tenant();
      const { consoleUrl } = fixture.stack;
      const byKey = { 'x-api-key': tenant.key, 'content-type': 'application/json' };
      const to = 'person@example.com';
      const added = await fetch(`${consoleUrl}/api/console/v1/alert-contacts`, {
        method: 'POST',
        headers: byKey,
        body: JSON.stringify({ type: 'EMAIL', to, name: 'Ada' }),
      });
      expect([added.status, await added.json()]).toMatchObject([201, { state: 'UNCONFIRMED' }]);
      const [question] = await smtp.got(to, 1);
      const browser = await TestBrowser.launch();
      try {
        const agreeing = await browser.open(linkIn(question, 'confirm'), { locale: 'en' });
        await expectAccessible(agreeing.page, 'confirm');
        await agreeing.page.getByRole('button', { name: 'Mail me alerts' }).press('Enter');
        await agreeing.page.getByText(`Alerts are mailed to ${to} from now on`).waitFor();
        expect([agreeing.complaints, [...agreeing.hosts]]).toEqual([[], [new URL(consoleUrl).host]]);
        // A link that is pasted over the page changes only the fragment, and is a question of its own.
        await agreeing.page.goto(new URL('#unknown', agreeing.page.url()).href);
        await agreeing.page.getByRole('button', { name: 'Mail me alerts' }).press('Enter');
        await agreeing.page.getByRole('alert').waitFor();

        const job = await createMonitor(tenant.api, { name: 'Nightly backup', type: 'CRON' });
        await fetch(`${job.heartbeatUrl}/1`, { method: 'POST' });
        const [, alert] = await smtp.got(to, 2);
        expect(alert?.subject).toBe('DOWN: Nightly backup is down');
        const [incident] = (await tenant.api.get<List<Incident>>('/api/v1/incidents')).body.data;

        const { page, complaints } = await browser.open(linkIn(alert, 'ack'), { locale: 'de' });
        await page.getByRole('heading', { name: 'Nightly backup ist ausgefallen' }).waitFor();
        await page.getByText(incident?.cause ?? 'a cause').waitFor();
        await expectAccessible(page, 'acknowledge');
        expect((await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${incident?.id}`)).body.acknowledged).toBe(
          false,
        );
        await page.keyboard.press('Tab');
        expect(await focusedText(page)).toBe('Zur Kenntnis nehmen');
        await page.keyboard.press('Enter');
        await page.getByText('Der Ausfall ist zur Kenntnis genommen').waitFor();
        await expectAccessible(page, 'acknowledged');
        expect(complaints).toEqual([]);
        const { body } = await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${incident?.id}`);
        expect(body.timeline).toContainEqual({
          at: body.acknowledgedAt,
          type: 'ACKNOWLEDGED',
          message: 'Acknowledged by Ada',
        });
        const byLink = await waitFor('a line of the audit log', async () => {
          const lines = await fixture.stack.operator.run('audit', 'list', '--org', tenant.organizationId);
          return (lines as AuditLine[]).find(({ operation }) => operation === 'createAcknowledgement');
        });
        expect(byLink).toMatchObject({ actorName: 'Ada', resourceId: incident?.id, resourceName: 'Nightly backup' });

        await fetch(`${job.heartbeatUrl}`, { method: 'POST' });
        await smtp.got(to, 3);
        await page.reload();
        await page.getByText('Der Ausfall ist vorbei').waitFor();
        expect(await page.getByRole('button', { name: 'Zur Kenntnis nehmen' }).count()).toBe(0);
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );
});

describe('a mail about an outage', () => {
  it(
    'fits a phone and is legible in light and dark, whatever the monitor is called',
    async () => {
      const tenant = await fixture.tenant();
      const to = 'phone@example.com';
      await vedette('add', '--org', tenant.organizationId, '--type', 'EMAIL', '--to', to);
      const name = `المتجر \u202E${'W'.repeat(100)}`;
      const url = `https://shop.example.com/${'long'.repeat(100)}`;
      const outage = teller.begin(await createMonitor(tenant.api, { name, type: 'HTTP', url }), ago(62));
      await teller.tell(tenant, outage);
      const [mail] = await smtp.got(to, 1);
      expect(mail?.subject).toBe(`DOWN: المتجر ${'W'.repeat(100)} is down`);
      const browser = await TestBrowser.launch();
      try {
        const { page, hosts } = await browser.open('about:blank', { viewport: { width: 375, height: 667 } });
        await page.setContent(mail?.html ?? '');
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBe(375);
        await page.getByRole('link', { name: 'Acknowledge' }).waitFor();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect({ colorScheme, faults: await colourFaults(page) }).toEqual({ colorScheme, faults: [] });
        }
        expect([...hosts]).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    JOURNEY_MS,
  );
});

describe('the command line', () => {
  it('tests a contact, and says what its receiver answered', async () => {
    const { organizationId: org } = await fixture.tenant();
    const { id } = await vedette('add', '--org', org, '--type', 'SLACK', '--to', `${chatUrl}/tested`);
    expect(await vedette<ContactTest>('test', id)).toMatchObject({
      sent: 'TEST',
      delivered: true,
      answer: 'The receiver answered 200',
    });
    expect(chat.to('/tested')).toHaveLength(1);
    expect(await refusal('test', 'ac_unknown')).toBe('There is no contact ac_unknown.');
  });
});

describe('the command line refuses', () => {
  it('what cannot be, in one sentence each', async () => {
    const { organizationId: org } = await fixture.tenant();
    const mail = ['--type', 'EMAIL', '--to', 'ops@example.com'];
    expect(await refusal('add', '--org', 'org_unknown', ...mail)).toBe('There is no organization "org_unknown".');
    expect(await refusal('list', '--org', 'org_unknown')).toBe('There is no organization "org_unknown".');
    expect(await refusal('add', '--org', org, '--type', 'EMAIL', '--to', 'nobody')).toBe(
      '--to must be one mail address.',
    );
    expect(await refusal('add', '--org', org, '--type', 'SMS', '--to', '1')).toBe(
      '--type must be EMAIL, WEBHOOK, SLACK, DISCORD, TEAMS, TELEGRAM, PAGERDUTY or NTFY, not "SMS".',
    );
    expect(await refusal('add', '--org', org, ...mail, '--monitors', 'some')).toBe(
      '--monitors must be all, none or ids of monitors with commas between them.',
    );
    expect(await refusal('add', '--org', org, ...mail, '--monitors', 'mon_unknown')).toBe(
      `There is no monitor mon_unknown in the organization ${org}.`,
    );
    expect(await refusal('add', '--org', org, ...mail, '--quiet-hours', '22:00-22:00@Mars/North')).toBe(
      '--quiet-hours: to must be another time than from, and --quiet-hours: timezone must be an IANA time zone, such as Europe/Berlin.',
    );
    expect(await refusal('attach', 'ac_unknown', '--monitors', 'all')).toBe('There is no contact ac_unknown.');
    expect(await refusal('remove', 'ac_unknown')).toBe('There is no contact ac_unknown.');
  });
});
