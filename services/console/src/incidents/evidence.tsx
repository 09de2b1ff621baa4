import type { IncidentEvidence } from '@vedette/sdk';
import { Waterfall } from '../parts/waterfall.tsx';
import { incidentWords } from '../words/incidents.ts';

/** Every failed attempt that opened the incident. */
export function Evidence({ attempts }: { readonly attempts: readonly IncidentEvidence[] }) {
  const { incidents: texts } = incidentWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.evidence}</h2>
        <div class="space" />
        <span class="soft">{texts.evidenceLead}</span>
      </header>
      {attempts.length === 0 ? <p class="card-body soft">{texts.noEvidence}</p> : <Waterfall attempts={attempts} />}
    </section>
  );
}
