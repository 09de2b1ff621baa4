import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { startSuite, type Suite } from './support/suite.ts';
import { visitor } from './support/visitor.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { get, eventually } = visitor(() => suite);

describe('the uptimes of a page', () => {
  it('are shown by day, without the maintenance that was', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    suite.peers.days.set(`${monitorId} ${yesterday}`, { upSeconds: 85_800, downSeconds: 600 });
    const startsAt = new Date(Date.now() - 3_600_000).toISOString();
    await organization.call('createMaintenanceWindow', {
      body: { title: 'W', startsAt, endsAt: new Date(Date.now() + 3_600_000).toISOString(), monitorIds: [monitorId] },
    });
    const page = await organization.call('createStatusPage', { body: { name: 'U', components: [{ monitorId }] } });
    const answer = await eventually('uptime', `/${page.slug}`, ({ body }) => body.includes('99.992% uptime'));
    expect(answer.body).toContain('88:99.305% uptime, 10 min down');
    const question = {
      organizationId: null,
      monitorIds: [monitorId],
      from: yesterday,
      to: new Date().toISOString(),
      after: null,
    };
    const { spans } = await suite.rpc.ask(internal.listMaintenanceSpans, question);
    expect(spans).toMatchObject([{ monitorId, startsAt }]);
  });

  it('are of one moment, which the page says, and newer after a change', async () => {
    const organization = suite.organization();
    const monitorIds = ['API', 'Web'].map((name) => suite.peers.add(organization.id, name));
    const page = await organization.call('createStatusPage', {
      body: { name: 'Moment', timezone: 'Asia/Tokyo', components: monitorIds.map((monitorId) => ({ monitorId })) },
    });
    const momentOf = async (): Promise<string | null> =>
      (JSON.parse((await get(`/${page.slug}.json`)).body) as { uptimeAt: string | null }).uptimeAt;
    const answer = await eventually('uptime', `/${page.slug}`, ({ body }) => body.includes('100% uptime'));
    const moment = await momentOf();
    expect(answer.body).toContain(`Uptime as of <time datetime="${String(moment)}">`);
    const asked = suite.peers.uptimeQueries.find(({ monitors }) => monitors.some(({ id }) => id === monitorIds[0]));
    expect(asked).toMatchObject({ days: 90, timezone: 'Asia/Tokyo' });
    await suite.peers.move(monitorIds[0] ?? '', 'DOWN');
    await waitFor('a later moment', async () => ((await momentOf()) ?? '') > (moment ?? ''), { timeoutMs: 10_000 });
  });

  it('of pages of several organizations are asked for together', async () => {
    const organizations = [suite.organization(), suite.organization()];
    const monitorIds = organizations.map(({ id }) => suite.peers.add(id, 'API'));
    const pages = await Promise.all(
      organizations.map((organization, i) =>
        organization.call('createStatusPage', {
          body: { name: 'T', timezone: 'Pacific/Auckland', components: [{ monitorId: monitorIds[i] ?? '' }] },
        }),
      ),
    );
    for (const { slug } of pages) await eventually('uptime', `/${slug}`, ({ body }) => body.includes('100% uptime'));
    const asked = suite.peers.uptimeQueries.filter(({ timezone }) => timezone === 'Pacific/Auckland');
    expect(asked.flatMap(({ monitors }) => monitors)).toEqual(
      expect.arrayContaining(organizations.map(({ id }, i) => ({ id: monitorIds[i], organizationId: id }))),
    );
  });

  it('stay with their moment while the monitor service does not answer', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API');
    const page = await organization.call('createStatusPage', { body: { name: 'Kept', components: [{ monitorId }] } });
    const { body } = await eventually('uptime', `/${page.slug}`, (answer) => answer.body.includes('100% uptime'));
    const [moment = 'no moment'] = /Uptime as of <time[^>]*>/.exec(body) ?? [];
    suite.peers.mute(true);
    try {
      await organization.call('updateStatusPage', { id: page.id, body: { name: 'Renamed' } });
      const renamed = await eventually('the name', `/${page.slug}`, (answer) => answer.body.includes('Renamed'));
      expect(renamed.body).toContain('100% uptime');
      expect(renamed.body).toContain(moment);
    } finally {
      suite.peers.mute(false);
    }
  });
});
