import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

export const incidentWords = catalogue(async () => (await import('../words-de/incidents.ts')).de, {
  incidents: {
    title: 'Incidents',
    incident: 'Incident',
    noneOfMonitor: 'No outage so far.',
    none: 'No outage so far. When a monitor goes down, its incident is here with every failed attempt.',
    noneMatch: 'No incident matches the filter.',
    noCause: 'Cause unknown',
    ongoing: 'Ongoing',
    resolved: 'Resolved',
    all: 'All',
    count: (number: number) => plural('en', number, { one: '# incident', other: '# incidents' }),
    filter: 'Which incidents',
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged',
    isDown: (name: string) => `${name} is down`,
    wasDown: (name: string) => `${name} was down`,
    started: 'Started',
    lasted: 'Lasted',
    monitor: 'Monitor',
    state: 'State',
    evidence: 'Evidence',
    evidenceLead: 'Every failed attempt, phase by phase',
    noEvidence: 'There is no attempt to show.',
    timeline: 'Timeline',
    note: 'Note',
    newNote: 'New note',
    newNoteHint: 'Everybody in the organization can read it. Nobody is alerted.',
    addNote: 'Add note',
    phases: { dns: 'DNS', connect: 'Connect', tls: 'TLS', firstByte: 'First byte', rest: 'Until it failed' },
    worker: (region: string, worker: string) => `${region} · ${worker}`,
    maintenance: 'It began inside a maintenance window: contacts are told only if it lasts longer than that.',
  },
});

export type IncidentWords = ReturnType<typeof incidentWords>;
