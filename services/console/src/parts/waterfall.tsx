import type { CheckAttempt } from '@vedette/sdk';
import { milliseconds } from '../format/format.ts';
import { incidentWords } from '../words/incidents.ts';
import { phaseBars, type Phase } from './phase-bars.ts';

const PHASES: readonly Phase[] = ['dns', 'connect', 'tls', 'firstByte', 'rest'];

/** Attempts, each as the phases of its time; the numbers are in the text of each line. */
export function Waterfall({ attempts }: { readonly attempts: readonly CheckAttempt[] }) {
  const { incidents: texts } = incidentWords();
  const longest = Math.max(0, ...attempts.map((each) => each.phases.total ?? 0));
  return (
    <>
      <ol class="waterfall">
        {attempts.map((each) => (
          <li key={`${each.checkedAt} ${each.worker}`}>
            <span class="attempt-head">
              <strong>{texts.worker(each.region, each.worker)}</strong>
              {each.error !== null && <span class="attempt-error">{each.error}</span>}
            </span>
            <span class="track" aria-hidden="true">
              {phaseBars(each.phases, longest).map(({ phase, ms, percent }) => (
                <i key={phase} class={`phase-${phase}`} style={{ width: `${percent}%` }} title={milliseconds(ms)} />
              ))}
            </span>
            <span class="number">{milliseconds(each.phases.total ?? 0)}</span>
            <span class="hidden">
              {phaseBars(each.phases, longest).map(({ phase, ms }) => (
                <span key={phase}>{`${texts.phases[phase]}: ${milliseconds(ms)} `}</span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <ul class="legend" aria-hidden="true">
        {PHASES.map((phase) => (
          <li key={phase}>
            <i class={`phase-${phase}`} />
            {texts.phases[phase]}
          </li>
        ))}
      </ul>
    </>
  );
}
