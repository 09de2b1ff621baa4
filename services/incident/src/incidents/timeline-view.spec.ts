import { expect, it } from '@jest/globals';
import type { IncidentDetail, IncidentTimelineType } from '@vedette/contract';
import { hiddenParts } from '../messages/masked-address.ts';
import { maskedIncident } from './timeline-view.ts';

const incident: IncidentDetail = {
  id: 'inc_1',
  monitor: { id: 'mon_1', name: 'Shop', type: 'HTTP' },
  startedAt: '2026-11-15T10:00:03.250Z',
  resolvedAt: null,
  durationSec: null,
  cause: 'No answer',
  acknowledged: false,
  acknowledgedAt: null,
  maintenance: false,
  evidence: [],
  timeline: [],
};

it.each<{ type: IncidentTimelineType; message: string; shown: string }>([
  { type: 'OPENED', message: 'ops@example.com refused', shown: 'ops@example.com refused' },
  { type: 'CAUSE_CHANGED', message: 'ops@example.com refused', shown: 'ops@example.com refused' },
  { type: 'NOTE', message: 'Asked jo@example.com', shown: 'Asked jo@example.com' },
  { type: 'RESOLVED', message: 'It is up again', shown: 'It is up again' },
  { type: 'ACKNOWLEDGED', message: 'By ops@example.com', shown: 'By •••@example.com' },
  { type: 'ALERT_SENT', message: 'Told ops@example.com', shown: 'Told •••@example.com' },
  { type: 'ALERT_FAILED', message: 'No: "550 user ops unknown"', shown: 'No: "550 user ••• unknown"' },
  { type: 'ALERT_SENT', message: 'Told ops on call by email', shown: 'Told ops on call by email' },
  { type: 'ALERT_SUPPRESSED', message: 'gone@example.org was not told', shown: '•••@example.org was not told' },
])('a viewer reads $shown in an entry of the type $type', ({ type, message, shown }) => {
  const at = '2026-11-15T10:00:04.250Z';
  const known = { ...incident, timeline: [{ at, type, message }] };
  expect(maskedIncident(known, hiddenParts([{ type: 'EMAIL', address: 'ops@example.com' }]))).toEqual({
    ...incident,
    timeline: [{ at, type, message: shown }],
  });
});
