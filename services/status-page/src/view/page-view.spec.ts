import { describe, expect, it } from '@jest/globals';
import type { PageSource } from './page-source.ts';
import { daysOf, pageView, withUptime } from './page-view.ts';

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
  pastMaintenance: '',
};
const day = { up: 86_400, degraded: 0, down: 0, maintenance: 0, unknown: 0 };

describe('what the public sees', () => {
  const view = pageView(source, new Map([['cmp_1', [{ ...day, date: '2026-05-12' }]]]), now);

  it('has the states of the moment', () => {
    expect(view.components.map(({ state }) => state)).toEqual(['OUTAGE', 'MAINTENANCE']);
    expect(view.state).toBe('MAJOR_OUTAGE');
  });

  it('shows 90 days up to the local today, unknown where nothing is known', () => {
    expect(view.firstDate).toBe('2026-02-12');
    expect(view.components[0]?.days).toHaveLength(90);
    expect(view.components[0]?.days.at(-1)).toEqual([86_400, 0, 0, 0, 0]);
    expect(view.components[0]?.days[0]).toEqual([0, 0, 0, 0, 86_400]);
    expect(view.components[0]?.percent).toBe(100);
    expect(view.components[1]).toMatchObject({ percent: null, days: [] });
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

  it('keeps its days, and moves them with the calendar', () => {
    const tomorrow = withUptime(view, daysOf(view), new Date('2026-05-13T12:00:00Z'));
    expect(tomorrow.firstDate).toBe('2026-02-13');
    expect(tomorrow.components[0]?.days.at(-2)).toEqual([86_400, 0, 0, 0, 0]);
    expect(tomorrow.components[0]?.days.at(-1)).toEqual([0, 0, 0, 0, 86_400]);
  });
});
