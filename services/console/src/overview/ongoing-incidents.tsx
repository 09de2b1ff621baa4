import type { OngoingIncidents as Incidents } from '@vedette/sdk';
import { Age } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { overviewWords } from '../words/overview.ts';

/** Ongoing incidents, and for how long each has lasted. */
export function OngoingIncidents({ incidents }: { readonly incidents: Incidents }) {
  const texts = overviewWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.ongoing}</h2>
        <div class="space" />
        <a href={addressOf('incidents')}>{texts.allIncidents}</a>
      </header>
      {incidents === null && <p class="card-body soft">{texts.unknown}</p>}
      {incidents?.total === 0 && <p class="card-body soft">{texts.noIncident}</p>}
      {incidents !== null && incidents.total > 0 && (
        <ul class="lines ongoing">
          {incidents.data.map(({ id, monitor, cause, startedAt, acknowledged }) => (
            <li key={id}>
              <span class="line-main">
                <a href={addressOf(`incidents/${id}`)} dir="auto">
                  {monitor.name}
                </a>
                <span class="target">{cause ?? texts.noCause}</span>
              </span>
              <span class="soft">{acknowledged ? texts.acknowledged : ''}</span>
              <span class="state bad">
                <span class="dot bad" aria-hidden="true" />
                <Age at={startedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {incidents !== null && incidents.total > incidents.data.length && (
        <p class="card-body soft">{texts.moreIncidents(incidents.total - incidents.data.length)}</p>
      )}
    </section>
  );
}
