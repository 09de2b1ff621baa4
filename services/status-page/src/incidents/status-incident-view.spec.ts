import { describe, expect, it } from '@jest/globals';
import { incidentJson, incidentView } from './status-incident-view.ts';
import type { IncidentUpdate, StoredIncident } from './status-incident-timeline.ts';

const AT = new Date('2026-11-15T10:00:00.000Z');

function incident(more: Partial<StoredIncident> = {}): StoredIncident {
  return {
    id: 'si_1',
    organizationId: 'org_1',
    title: 'Down',
    state: 'INVESTIGATING',
    impact: 'MINOR',
    pageIds: ['sp_1'],
    monitorIds: [],
    startedAt: AT,
    resolvedAt: null,
    createdAt: AT,
    updatedAt: AT,
    ...more,
  };
}

function updates(count: number): IncidentUpdate[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `siu_${index}`,
    state: 'INVESTIGATING',
    message: `"updates":[] ${index}`,
    createdAt: AT,
  }));
}

async function piecewise(shown: StoredIncident, entries: readonly IncidentUpdate[]): Promise<string> {
  async function* read() {
    yield* entries;
  }
  let text = '';
  for await (const piece of incidentJson(shown, read())) text += piece;
  return text;
}

describe('a published incident, piece by piece, is the same as a whole', () => {
  const rows = [
    { name: 'without updates', shown: incident(), entries: updates(0) },
    { name: 'with one', shown: incident(), entries: updates(1) },
    { name: 'with many', shown: incident({ resolvedAt: AT, state: 'RESOLVED' }), entries: updates(30) },
    { name: 'whose title looks like its list', shown: incident({ title: '"updates":[]' }), entries: updates(2) },
  ];
  it.each(rows)('$name', async ({ shown, entries }) => {
    expect(await piecewise(shown, entries)).toBe(JSON.stringify(incidentView(shown, entries)));
  });
});
