import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { dateAndTime, duration } from '../format/format.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { Age, Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { incidentWords } from '../words/incidents.ts';

interface Props {
  readonly monitorId: string;
}

const SECOND_MS = 1_000;
const SHOWN = 20;

export function MonitorIncidents({ monitorId }: Props) {
  const { incidents: texts } = incidentWords();
  const list = useResource(
    resource(`incidents of ${monitorId}`, async () => await api().incidents.list({ monitorId, limit: SHOWN }), [
      `monitor ${monitorId}`,
    ]),
  );
  const data = list.value.value?.data;
  return (
    <section class="card">
      <header>
        <h2>{texts.title}</h2>
      </header>
      <PartFailure from={list} />
      {data !== undefined && data.length === 0 && <p class="card-body soft">{texts.noneOfMonitor}</p>}
      {data !== undefined && data.length > 0 && (
        <ul class="lines">
          {data.map(({ id, cause, startedAt, durationSec }) => (
            <li key={id}>
              <a href={addressOf(`incidents/${id}`)}>{cause ?? texts.noCause}</a>
              <span class="soft">
                <Time at={startedAt} format={dateAndTime} />
              </span>
              {durationSec === null ? (
                <span class="state bad">
                  <span class="dot bad" aria-hidden="true" />
                  {texts.ongoing} <Age at={startedAt} />
                </span>
              ) : (
                <span class="number">{duration(durationSec * SECOND_MS)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
