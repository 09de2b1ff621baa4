import { useSignal } from '@preact/signals';
import type { Incident } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { dateAndTime, duration } from '../format/format.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { Segments } from '../parts/segments.tsx';
import { Age, Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { incidentWords } from '../words/incidents.ts';
import { words } from '../words/words.ts';

const FILTERS = ['all', 'ongoing', 'resolved'] as const;
type Filter = (typeof FILTERS)[number];
const PAGE_SIZE = 50;
const SECOND_MS = 1_000;

async function load(filter: Filter, limit: number): Promise<{ incidents: Incident[]; total: number }> {
  const state = filter === 'all' ? {} : { state: filter === 'ongoing' ? ('ONGOING' as const) : ('RESOLVED' as const) };
  const ongoing = filter === 'all' ? await Array.fromAsync(api().incidents.list({ state: 'ONGOING' })) : [];
  const incidents: Incident[] = [];
  let total = 0;
  // A page has at most 100; more are asked for as somebody reads on.
  for (let offset = 0; offset < limit; offset += PAGE_SIZE) {
    const page = await api().incidents.list({ ...state, limit: PAGE_SIZE, offset });
    incidents.push(...page.data);
    ({ total } = page.pagination);
    if (incidents.length >= total) break;
  }
  const known = new Set(ongoing.map(({ id }) => id));
  return { incidents: [...ongoing, ...incidents.filter(({ id }) => !known.has(id))], total };
}

/** Ongoing ones first, then the newest. */
export function IncidentsScreen() {
  const { incidents: texts } = incidentWords();
  const { common } = words();
  const filter = useSignal<Filter>('all');
  const limit = useSignal(PAGE_SIZE);
  const chosen = filter.value;
  const wanted = limit.value;
  const list = useResource(resource(`incidents ${chosen} ${wanted}`, () => load(chosen, wanted), ['incidents']));
  useEffect(() => {
    limit.value = PAGE_SIZE;
  }, [chosen]);
  const known = list.value.value;
  return (
    <Screen title={texts.title}>
      {list.failure.value !== undefined && (
        <FailureNotice failure={list.failure.value} onRetry={() => list.refresh()} />
      )}
      <div class="filters">
        <Segments
          label={texts.filter}
          value={chosen}
          choices={FILTERS.map((each) => [each, texts[each]])}
          onChange={(each) => (filter.value = each)}
        />
      </div>
      {known !== undefined && known.incidents.length === 0 && (
        <p class="lead" role="status">
          {chosen === 'all' ? texts.none : texts.noneMatch}
        </p>
      )}
      {known !== undefined && known.incidents.length > 0 && (
        <section class="card">
          <IncidentTable incidents={known.incidents} />
        </section>
      )}
      {known !== undefined && known.incidents.length < known.total && (
        <p class="after-table">
          <button class="button" type="button" onClick={() => (limit.value += PAGE_SIZE)}>
            {common.more}
          </button>
        </p>
      )}
    </Screen>
  );
}

function IncidentTable({ incidents }: { readonly incidents: readonly Incident[] }) {
  const { incidents: texts } = incidentWords();
  return (
    <table class="fixed stacked" aria-label={texts.title}>
      <thead>
        <tr>
          <th class="c-state">{texts.state}</th>
          <th>{texts.monitor}</th>
          <th class="c-time">{texts.started}</th>
          <th class="c-response number">{texts.lasted}</th>
        </tr>
      </thead>
      <tbody>
        {incidents.map(({ id, monitor, cause, startedAt, durationSec, acknowledged }) => (
          <tr key={id}>
            <td class="c-state">
              <span class={`state ${durationSec === null ? 'bad' : 'none'}`}>
                <span class={`dot ${durationSec === null ? 'bad' : 'none'}`} aria-hidden="true" />
                {durationSec !== null ? texts.resolved : acknowledged ? texts.acknowledged : texts.ongoing}
              </span>
            </td>
            <td class="c-monitor">
              <a class="name" href={addressOf(`incidents/${id}`)} dir="auto">
                {monitor.name}
              </a>
              <span class="target">{cause ?? texts.noCause}</span>
            </td>
            <td class="c-time soft">
              <Time at={startedAt} format={dateAndTime} />
            </td>
            <td class="c-response number">
              {durationSec === null ? <Age at={startedAt} /> : duration(durationSec * SECOND_MS)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
