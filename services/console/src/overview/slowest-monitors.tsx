import type { SlowMonitor } from '@vedette/sdk';
import { milliseconds } from '../format/format.ts';
import { STATE_TONES } from '../parts/tones.ts';
import { addressOf } from '../shell/addresses.ts';
import { overviewWords } from '../words/overview.ts';
import { words } from '../words/words.ts';

/** Each with a bar that compares it to the slowest one. */
export function SlowestMonitors({ monitors }: { readonly monitors: readonly SlowMonitor[] }) {
  const texts = overviewWords();
  const { states } = words();
  const longest = Math.max(1, ...monitors.map(({ latencyMs }) => latencyMs));
  return (
    <section class="card">
      <header>
        <h2>{texts.slowest}</h2>
        <div class="space" />
        <span class="soft">{texts.slowestLead}</span>
      </header>
      {monitors.length === 0 ? (
        <p class="card-body soft">{texts.noLatency}</p>
      ) : (
        <ol class="slowest">
          {monitors.map(({ id, name, state, latencyMs }) => (
            <li key={id}>
              <a href={addressOf(`monitors/${id}`)}>
                <span class={`dot ${STATE_TONES[state]}`} role="img" aria-label={states[state]} />
                <bdi>{name}</bdi>
              </a>
              <span class="bar" aria-hidden="true">
                <i style={{ width: `${(latencyMs / longest) * 100}%` }} />
              </span>
              <span class="number">{milliseconds(latencyMs)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
