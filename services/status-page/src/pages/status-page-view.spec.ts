import { describe, expect, it } from '@jest/globals';
import { statusPageView } from './status-page-view.ts';
import type { StoredPage } from './status-page-change.ts';

const page: StoredPage = {
  id: 'sp_1',
  organizationId: 'org_1',
  name: 'Acme',
  slug: 'acme',
  description: null,
  customDomain: null,
  host: null,
  hostVerified: false,
  hostMissingSince: null,
  hostDueAt: null,
  published: true,
  theme: 'SYSTEM',
  accentColor: null,
  logoUrl: null,
  timezone: 'UTC',
  components: [
    { id: 'cmp_1', monitorId: 'mon_1', name: null, description: null, group: null },
    { id: 'cmp_2', monitorId: 'mon_2', name: 'Own name', description: 'd', group: 'g' },
  ],
  createdAt: new Date('2026-05-01T10:00:00Z'),
  updatedAt: new Date('2026-05-02T10:00:00Z'),
};
const facts = {
  monitors: new Map([
    ['mon_1', { id: 'mon_1', name: 'Monitor 1', state: 'DOWN' as const }],
    ['mon_2', { id: 'mon_2', name: 'Monitor 2', state: 'UP' as const }],
  ]),
  inMaintenance: new Set<string>(),
  ongoingImpacts: [{ pageId: 'sp_other', impact: 'CRITICAL' as const }],
};

describe('a page as the API shows it', () => {
  it('names components after their monitors unless they have names of their own', () => {
    const shown = statusPageView(page, facts, 'https://status.test');
    expect(shown.components.map(({ name }) => name)).toEqual(['Monitor 1', 'Own name']);
    expect(shown.url).toBe('https://status.test/acme');
    expect(shown.updatedAt).toBe('2026-05-02T10:00:00.000Z');
  });

  it('is raised by its own incidents only', () => {
    expect(statusPageView(page, facts, '').state).toBe('PARTIAL_OUTAGE');
    const raised = { ...facts, ongoingImpacts: [{ pageId: 'sp_1', impact: 'CRITICAL' as const }] };
    expect(statusPageView(page, raised, '').state).toBe('MAJOR_OUTAGE');
  });

  it('leaves monitors in maintenance aside', () => {
    expect(statusPageView(page, { ...facts, inMaintenance: new Set(['mon_1']) }, '').state).toBe('MAINTENANCE');
  });

  it('of monitors that nothing is known of is still a page', () => {
    const shown = statusPageView(page, { ...facts, monitors: new Map() }, '');
    expect(shown.state).toBe('OPERATIONAL');
    expect(shown.components[0]?.name).toBe('mon_1');
  });
});
