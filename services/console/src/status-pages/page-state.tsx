import type { Tone } from '@vedette/design';
import type { StatusIncident, StatusPage } from '@vedette/sdk';
import { ToneLabel } from '../parts/tone-label.tsx';
import { statusPageWords } from '../words/status-pages.ts';

const PAGE_TONES: Readonly<Record<StatusPage['state'], Tone>> = {
  OPERATIONAL: 'good',
  DEGRADED: 'slow',
  PARTIAL_OUTAGE: 'bad',
  MAJOR_OUTAGE: 'bad',
  MAINTENANCE: 'work',
};

export function PageState({ page, isPill }: { readonly page: StatusPage; readonly isPill?: boolean }) {
  return <ToneLabel tone={PAGE_TONES[page.state]} text={statusPageWords().states[page.state]} isPill={isPill} />;
}

const INCIDENT_TONES: Readonly<Record<StatusIncident['impact'], Tone>> = {
  NONE: 'work',
  MINOR: 'slow',
  MAJOR: 'bad',
  CRITICAL: 'bad',
};

interface IncidentProps {
  readonly incident: Pick<StatusIncident, 'state' | 'impact'>;
  readonly isPill?: boolean;
}

export function IncidentState({ incident: { state, impact }, isPill }: IncidentProps) {
  const tone = state === 'RESOLVED' ? 'none' : INCIDENT_TONES[impact];
  return <ToneLabel tone={tone} text={statusPageWords().incidentStates[state]} isPill={isPill} />;
}
