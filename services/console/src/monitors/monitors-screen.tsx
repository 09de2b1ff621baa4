import { useComputed, useSignal } from '@preact/signals';
import type { Monitor } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { milliseconds } from '../format/format.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { StateLabel } from '../parts/state-label.tsx';
import type { MonitorState } from '../parts/tone.ts';
import { Age } from '../parts/time.tsx';
import { WindowedTable } from '../parts/windowed-table.tsx';
import { addressOf } from '../shell/addresses.ts';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import { monitorList } from './monitor-data.ts';
import { arrange, SORTS, type Sort } from './monitor-order.ts';
import { FirstMonitor } from './first-monitor.tsx';
import { targetText, type MonitorType } from './target.ts';

/** How soon the result of a first check is looked for. */
const WAITING_MS = 1_000;

const STATES: readonly MonitorState[] = ['DOWN', 'DEGRADED', 'UP', 'PENDING', 'PAUSED'];
const TYPES: readonly MonitorType[] = ['HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN'];

export function MonitorsScreen() {
  const { monitors: texts } = monitorWords();
  const list = useResource(monitorList());
  const all = list.value.value;
  const failure = list.failure.value;
  const isWaiting = all?.some(({ state, type }) => state === 'PENDING' && type !== 'CRON') === true;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void list.refresh(), WAITING_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const actions = may('MEMBER') && all !== undefined && all.length > 0 && (
    <a class="button primary" href={addressOf('monitors/new')}>
      {texts.new} <kbd>n</kbd>
    </a>
  );
  return (
    <Screen title={texts.title} actions={actions} beside={all !== undefined && <Summary all={all} />}>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => list.refresh()} />}
      {all !== undefined && (all.length === 0 ? <FirstMonitor /> : <MonitorTable all={all} />)}
    </Screen>
  );
}

function Summary({ all }: { readonly all: readonly Monitor[] }) {
  const { monitors: texts } = monitorWords();
  const number = (wanted: MonitorState): number => all.filter(({ state }) => state === wanted).length;
  return <span class="soft">{texts.summary(all.length, number('DOWN'), number('DEGRADED'))}</span>;
}

function MonitorTable({ all }: { readonly all: readonly Monitor[] }) {
  const { monitors: texts } = monitorWords();
  const { states, types } = words();
  const search = useSignal('');
  const state = useSignal<MonitorState | ''>('');
  const type = useSignal<MonitorType | ''>('');
  const sort = useSignal<Sort>('state');
  const monitors = useSignal(all);
  useEffect(() => {
    monitors.value = all;
  }, [all]);
  const rows = useComputed(() =>
    arrange(monitors.value, { search: search.value, state: state.value, type: type.value, sort: sort.value }),
  );
  return (
    <>
      <div class="filters" role="search">
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
        <select
          aria-label={texts.state}
          value={state.value}
          onChange={(event) => (state.value = event.currentTarget.value as MonitorState | '')}
        >
          <option value="">{texts.anyState}</option>
          {STATES.map((each) => (
            <option key={each} value={each}>
              {states[each]}
            </option>
          ))}
        </select>
        <select
          aria-label={texts.type}
          value={type.value}
          onChange={(event) => (type.value = event.currentTarget.value as MonitorType | '')}
        >
          <option value="">{texts.anyType}</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {types[each]}
            </option>
          ))}
        </select>
        <select
          aria-label={texts.sort}
          value={sort.value}
          onChange={(event) => (sort.value = event.currentTarget.value as Sort)}
        >
          {SORTS.map((each) => (
            <option key={each} value={each}>
              {texts.sorts[each]}
            </option>
          ))}
        </select>
      </div>
      {rows.value.length === 0 ? (
        <p class="lead" role="status">
          {texts.noneMatch}
        </p>
      ) : (
        <section class="card monitors">
          <WindowedTable
            label={texts.title}
            head={<Head />}
            columnCount={5}
            rowCount={rows.value.length}
            rowAt={(index) => rows.value[index]}
            keyOf={({ id }) => id}
            cells={(monitor) => <Cells monitor={monitor} />}
          />
        </section>
      )}
    </>
  );
}

function Head() {
  const { monitors: texts } = monitorWords();
  return (
    <tr>
      <th class="c-state">{texts.state}</th>
      <th>{texts.monitor}</th>
      <th class="c-type">{texts.type}</th>
      <th class="c-response number">{texts.response}</th>
      <th class="c-checked number">{texts.checked}</th>
    </tr>
  );
}

function Cells({ monitor }: { readonly monitor: Monitor }) {
  const { types } = words();
  const { monitors: texts } = monitorWords();
  const { id, name, type, state, lastStatusChangedAt, lastResponseMs, lastCheckedAt } = monitor;
  return (
    <>
      <td class="c-state">
        <StateLabel state={state} since={lastStatusChangedAt} />
      </td>
      <td class="c-monitor">
        <a class="name" href={addressOf(`monitors/${id}`)} dir="auto">
          {name}
        </a>
        <span class="target">{type === 'CRON' ? texts.waits : targetText(monitor)}</span>
      </td>
      <td class="c-type soft">{types[type]}</td>
      <td class="c-response number">{lastResponseMs === null ? '–' : milliseconds(lastResponseMs)}</td>
      <td class="c-checked number soft">{lastCheckedAt === null ? '–' : <Age at={lastCheckedAt} />}</td>
    </>
  );
}
