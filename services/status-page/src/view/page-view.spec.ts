import { describe, expect, it } from '@jest/globals';
import type { PageSource } from './page-source.ts';
import type { UptimeAnswer, UptimeDay } from '@vedette/contract';
import { answeredUptime, pageView, uptimeOf, withUptime } from './page-view.ts';

const now = new Date('2026-05-12T12:00:00Z');
const source: PageSource = {
  organizationId: 'org_secret',
  page: {
    id: 'sp_1',
    slug: 'acme',
    host: null,
    mayHaveCertificate: false,
    name: 'Acme',
    description: null,
    theme: 'SYSTEM',
    accentColor: null,
    timezone: 'Europe/Berlin',
  },
  logo: null,
  components: [
    {
      id: 'cmp_1',
      monitorId: 'mon_1',
      name: 'API',
      description: null,
      group: null,
      monitorState: 'DOWN',
      isInMaintenance: false,
    },
    {
      id: 'cmp_2',
      monitorId: 'mon_2',
      name: 'Web',
      description: null,
      group: null,
      monitorState: 'DOWN',
      isInMaintenance: true,
    },
  ],
  incidents: [
    {
      id: 'si_1',
      title: 'Trouble',
      state: 'INVESTIGATING',
      impact: 'MINOR',
      monitorIds: ['mon_hidden', 'mon_2'],
      startedAt: now,
      resolvedAt: null,
      updatedAt: now,
      updateCount: 3,
      updates: [{ id: 'siu_3', state: 'INVESTIGATING', message: '*a*', html: '<p><em>a</em></p>', createdAt: now }],
    },
  ],
  windows: [],
};
const day: UptimeDay = [99.305, 85_800, 0, 600, 0, 0];
const answer: UptimeAnswer = {
  at: '2026-05-12T11:59:00.000Z',
  firstDate: '2026-02-12',
  monitors: [
    { id: 'mon_1', percent: 99.992, days: [...Array.from({ length: 89 }, () => null), day] },
    { id: 'mon_other', percent: 1, days: [] },
  ],
};

describe('what the public sees', () => {
  const view = pageView(source, answeredUptime(answer, source.components), now);

  it('has the states of the moment', () => {
    expect(view.components.map(({ state }) => state)).toEqual(['OUTAGE', 'MAINTENANCE']);
    expect(view.state).toBe('MAJOR_OUTAGE');
  });

  it('has the uptimes of its components as they were answered, and says their moment', () => {
    expect(view).toMatchObject({ uptimeAt: answer.at, firstDate: '2026-02-12' });
    expect(view.components[0]).toMatchObject({ percent: 99.992, days: answer.monitors[0]?.days });
    expect(view.components[1]).toMatchObject({ percent: null, days: [] });
  });

  it('has no uptimes before the first answer, of 90 days up to the local today', () => {
    const early = pageView(source, undefined, new Date('2026-05-12T22:30:00Z'));
    expect(early).toMatchObject({ uptimeAt: null, firstDate: '2026-02-13' });
    expect(early.components[0]).toMatchObject({ percent: null, days: [] });
    expect(uptimeOf(early, 'Europe/Berlin')).toBeUndefined();
  });

  it('counts 15 days as recent, from a local midnight', () => {
    expect(view.recentSince).toBe('2026-04-27T22:00:00.000Z');
  });

  it('names components of the page only', () => {
    expect(view.incidents[0]?.components).toEqual(['Web']);
  });

  it('has updates as they were rendered when they were written, and the number of those left out', () => {
    const createdAt = now.toISOString();
    expect(view.incidents[0]?.updates).toEqual([
      { id: 'siu_3', state: 'INVESTIGATING', message: '*a*', html: '<p><em>a</em></p>', createdAt },
    ]);
    expect(view.incidents[0]?.omittedUpdates).toBe(2);
  });

  it('holds nothing of monitors or the organization', () => {
    expect(JSON.stringify(view)).not.toMatch(/mon_|org_secret/);
  });

  it('keeps its uptimes, with their moment and their days, while nothing else is answered', () => {
    const later = new Date('2026-05-20T12:00:00Z');
    const read = pageView(source, uptimeOf(view, 'Europe/Berlin'), later);
    expect(read).toMatchObject({ uptimeAt: answer.at, firstDate: '2026-02-12', components: view.components });
    expect(read.recentSince).toBe('2026-05-05T22:00:00.000Z');
    expect(withUptime(view, answeredUptime(answer, source.components), later)).toEqual(read);
  });

  it('does not keep uptimes of days in another time zone', () => {
    expect(uptimeOf(view, 'UTC')).toBeUndefined();
  });
});
