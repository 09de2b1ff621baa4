import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type ContactType, type CreatedAlertContact, type OutageFact } from '@vedette/contract';
import { tablesWith } from '@vedette/test-kit';
import { ended, newOutage, withCause } from '@vedette/test-kit/facts';
import { Webhook } from 'standardwebhooks';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { BOT_TOKEN, NTFY_TOKEN, VendorServer } from './support/vendor-server.ts';

const vendors = new VendorServer();
const ROUTING_KEY = 'R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY32';
let suite: Suite;
let url: string;

beforeAll(async () => {
  url = await vendors.listen();
  suite = await startSuite({ vendorUrl: url });
});

afterAll(async () => {
  await suite.stop();
  await vendors.close();
});

interface Given {
  readonly type: Exclude<ContactType, 'EMAIL'>;
  readonly to: string;
  readonly secret?: string;
}

function contactOf(organization: Organization, given: Given): Promise<CreatedAlertContact> {
  return organization.call('createAlertContact', { body: { ...given, name: given.type } });
}

describe('every channel', () => {
  const paths: Readonly<Record<Given['type'], (unique: string) => { given: Given; path: string }>> = {
    WEBHOOK: (unique) => ({ given: { type: 'WEBHOOK', to: `${url}/webhook/${unique}` }, path: `/webhook/${unique}` }),
    SLACK: (unique) => ({ given: { type: 'SLACK', to: `${url}/slack/${unique}` }, path: `/slack/${unique}` }),
    DISCORD: (unique) => ({ given: { type: 'DISCORD', to: `${url}/discord/${unique}` }, path: `/discord/${unique}` }),
    TEAMS: (unique) => ({ given: { type: 'TEAMS', to: `${url}/teams/${unique}` }, path: `/teams/${unique}` }),
    TELEGRAM: () => ({
      given: { type: 'TELEGRAM', to: '-100123', secret: BOT_TOKEN },
      path: `/telegram/bot${BOT_TOKEN}/sendMessage`,
    }),
    PAGERDUTY: () => ({ given: { type: 'PAGERDUTY', to: ROUTING_KEY }, path: '/pagerduty/v2/enqueue' }),
    NTFY: () => ({ given: { type: 'NTFY', to: `${url}/shop-alerts`, secret: NTFY_TOKEN }, path: '/' }),
  };
  const types = Object.keys(paths) as Given['type'][];

  it.each(types)('%s takes the longest alert and its end, and its secrets are in no table', async (type) => {
    const organization = suite.organization();
    const { given, path } = paths[type](newId('req'));
    await contactOf(organization, given);
    const cause = '😀'.repeat(500);
    const outage = newOutage({ name: '😀'.repeat(120), cause });
    await organization.apply(outage);
    await organization.apply(ended(withCause(outage, `${cause}!`)));
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    expect(vendors.to(path).filter(({ body }) => body.includes(outage.incidentId))).toHaveLength(2);
    const secrets = [given.secret ?? given.to, ...(type === 'NTFY' ? [given.to] : [])];
    for (const secret of secrets) expect(await tablesWith(suite.pool, 'incident', secret)).toEqual([]);
  });

  it.each(['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'] as const)('%s shows nobody its address again', async (type) => {
    const organization = suite.organization();
    const { given } = paths[type](newId('req'));
    const { id, to, secret } = await contactOf(organization, given);
    expect(to).toContain('•••');
    expect(secret).toBeNull();
    expect((await organization.call('getAlertContact', { id })).to).toBe(to);
    expect((await organization.call('listAlertContacts')).data[0]?.to).toBe(to);
  });
});

describe('a webhook', () => {
  it('gets events that verify with the secret that its creation showed', async () => {
    const organization = suite.organization();
    const path = `/webhook/${newId('req')}`;
    const { id, secret } = await contactOf(organization, { type: 'WEBHOOK', to: `${url}${path}` });
    const outage = newOutage();
    await organization.apply(outage);
    const [request] = await vendors.got(path, 1);
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(secret ?? '').verify(request?.body ?? '', headers)).toMatchObject({
      type: 'alert.opened',
      data: { contactId: id, incident: { id: outage.incidentId, cause: outage.cause } },
    });
    expect(await organization.call('getAlertContact', { id })).not.toHaveProperty('secret');
  });
});

describe('PagerDuty', () => {
  it('hears of the opening, the acknowledgement and the end under one key', async () => {
    const organization = suite.organization();
    await contactOf(organization, { type: 'PAGERDUTY', to: ROUTING_KEY });
    const outage = newOutage();
    await organization.apply(outage);
    await organization.acknowledge(outage.incidentId);
    await organization.apply(ended(outage));
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 3);
    const events = vendors
      .to('/pagerduty/v2/enqueue')
      .map(({ body }) => JSON.parse(body) as { event_action: string; dedup_key: string })
      .filter(({ dedup_key }) => dedup_key === outage.incidentId);
    expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'acknowledge', 'resolve']);
  });
});

describe('a receiver', () => {
  it('that asks for patience is told later, and once', async () => {
    const organization = suite.organization();
    const path = `/discord/${newId('req')}`;
    vendors.before.set(path, [{ status: 429, headers: { 'retry-after': '0.2' } }]);
    await contactOf(organization, { type: 'DISCORD', to: `${url}${path}` });
    const outage = newOutage();
    await organization.apply(outage);
    await vendors.got(path, 2);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SENT')).toHaveLength(2);
  });

  it.each(['SLACK', 'DISCORD', 'TELEGRAM'] as const)(
    'that limits its messages gets all that are due, and none again before the time it names: %s',
    async (type) => {
      const organization = suite.organization();
      const place = type === 'TELEGRAM' ? `@rate_${Date.now()}` : `/${type.toLowerCase()}/${newId('req')}`;
      vendors.limited.set(place, 0);
      const given = type === 'TELEGRAM' ? { to: place, secret: BOT_TOKEN } : { to: `${url}${place}` };
      await contactOf(organization, { type, ...given });
      const outages = [newOutage(), newOutage()] as const;
      for (const outage of outages) await organization.apply(outage);
      for (const { incidentId } of outages) await organization.timeline(incidentId, 'ALERT_SENT');
      const requests = vendors.requests.filter(({ path, body }) => path === place || body.includes(place));
      const timesOf = ({ incidentId }: OutageFact): number =>
        requests.filter(({ body }) => body.includes(incidentId)).length;
      expect(outages.map(timesOf)).toEqual([1, 2]);
    },
  );

  it('that refuses for good is in the timeline, in its own words', async () => {
    const organization = suite.organization();
    const description = 'Forbidden: bot was blocked by the user';
    vendors.before.set(`/telegram/bot${BOT_TOKEN}/sendMessage`, [
      { status: 403, body: JSON.stringify({ ok: false, error_code: 403, description }) },
    ]);
    await contactOf(organization, { type: 'TELEGRAM', to: '@shop_alerts', secret: BOT_TOKEN });
    const outage = newOutage();
    await organization.apply(outage);
    expect(await organization.timeline(outage.incidentId, 'ALERT_FAILED')).toContain(
      `ALERT_FAILED: Could not tell TELEGRAM of the outage by Telegram: Telegram answered "${description}"`,
    );
  });
});

describe('a contact is refused', () => {
  it.each([
    { type: 'TELEGRAM', to: '-100123', path: 'secret' },
    { type: 'TELEGRAM', to: 'shop', secret: BOT_TOKEN, path: 'to' },
    { type: 'PAGERDUTY', to: 'key', path: 'to' },
    { type: 'NTFY', to: 'https://ntfy.example/', path: 'to' },
    { type: 'SLACK', to: 'https://hooks.example/x', secret: 'x', path: 'secret' },
  ])('as $type $to at $path', async ({ path, ...body }) => {
    await expect(suite.organization().call('createAlertContact', { body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [expect.objectContaining({ path })],
    });
  });
});
