import { useSignal } from '@preact/signals';
import type { Incident, IncidentList } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, useResource, type Resource } from '../data/resource.ts';
import { dateAndTime, duration } from '../format/format.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { PAGE_SIZE, PagedTable } from '../parts/paged-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { Segments } from '../parts/segments.tsx';
import { Age, Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { incidentWords } from '../words/incidents.ts';

const FILTERS = ['all', 'ongoing', 'resolved'] as const;
type Filter = (typeof FILTERS)[number];
const STATES = ['ONGOING', 'RESOLVED'] as const;
type State = (typeof STATES)[number];

const SHOWN: Readonly<Record<Filter, readonly State[]>> = {
  all: STATES,
  ongoing: ['ONGOING'],
  resolved: ['RESOLVED'],
};
const QUERIES: Readonly<Record<Filter, { state?: State }>> = {
  all: {},
  ongoing: { state: 'ONGOING' },
  resolved: { state: 'RESOLVED' },
};
const SECOND_MS = 1_000;
/** Events tell of every change; this is for one that was missed. */
const EVERY_MS = 60_000;

function incidentPage(state: State, page: number): Resource<IncidentList> {
  return resource(
    `incidents ${state} ${page}`,
    async () => await api().incidents.list({ state, limit: PAGE_SIZE, offset: page * PAGE_SIZE }),
    ['incidents'],
  );
}

/** Ongoing ones first, then the newest. */
export function IncidentsScreen() {
  const { incidents: texts } = incidentWords();
  const filter = useSignal<Filter>('all');
  const first = {
    ONGOING: useResource(incidentPage('ONGOING', 0)),
    RESOLVED: useResource(incidentPage('RESOLVED', 0)),
  };
  const shown = SHOWN[filter.value].map((state) => ({ state, list: first[state], page: first[state].value.value }));
  const isNothing = shown.every(({ page }) => page?.pagination.total === 0);
  return (
    <Screen title={texts.title} recipe={{ method: 'incidents.list', query: QUERIES[filter.value] }}>
      {shown.map(({ state, list }) =>
        list.failure.value === undefined ? null : (
          <FailureNotice key={state} failure={list.failure.value} onRetry={() => list.refresh()} />
        ),
      )}
      <div class="filters">
        <Segments
          label={texts.filter}
          value={filter.value}
          choices={FILTERS.map((each) => [each, texts[each]])}
          onChange={(each) => (filter.value = each)}
        />
      </div>
      {isNothing && <Nothing isStatus>{filter.value === 'all' ? texts.none : texts.noneMatch}</Nothing>}
      {shown.map(({ state, page }) =>
        page === undefined || page.pagination.total === 0 ? null : (
          <Incidents key={state} state={state} total={page.pagination.total} />
        ),
      )}
    </Screen>
  );
}

function Incidents({ state, total }: { readonly state: State; readonly total: number }) {
  const { incidents: texts } = incidentWords();
  const title = state === 'ONGOING' ? texts.ongoing : texts.resolved;
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        <span class="soft">{texts.count(total)}</span>
      </header>
      <PagedTable
        label={title}
        head={<Head />}
        rowCount={total}
        name={state}
        everyMs={EVERY_MS}
        pageAt={(page) => incidentPage(state, page)}
        keyOf={({ id }) => id}
        cells={(incident) => <Cells incident={incident} />}
      />
    </section>
  );
}

function Head() {
  const { incidents: texts } = incidentWords();
  return (
    <tr>
      <th class="c-state">{texts.state}</th>
      <th>{texts.monitor}</th>
      <th class="c-time">{texts.started}</th>
      <th class="c-response number">{texts.lasted}</th>
    </tr>
  );
}

function Cells({ incident }: { readonly incident: Incident }) {
  const { incidents: texts } = incidentWords();
  const { id, monitor, cause, startedAt, durationSec, acknowledged } = incident;
  const tone = durationSec === null ? 'bad' : 'none';
  return (
    <>
      <td class="c-state">
        <span class={`state ${tone}`}>
          <span class={`dot ${tone}`} aria-hidden="true" />
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
    </>
  );
}
