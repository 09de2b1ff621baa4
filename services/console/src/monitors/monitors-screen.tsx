import { useSignal } from '@preact/signals';
import type { MonitorListPage } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { useCallback, useEffect } from 'preact/hooks';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { clock } from '../format/format.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { monitorWords } from '../words/monitors.ts';
import { arrangementOf, isFiltered, queryOf, type Arrangement } from './arrangement.ts';
import { BulkActions } from './bulk-actions.tsx';
import { FirstMonitor } from './first-monitor.tsx';
import { monitorPage } from './monitor-data.ts';
import { MonitorCells, MonitorHead } from './monitor-row.tsx';
import { MonitorFilters } from './monitor-filters.tsx';

/** No event tells of uptimes and of the newest checks. */
const EVERY_MS = 30_000;

export function MonitorsScreen() {
  const { monitors: texts } = monitorWords();
  const { route } = useLocation();
  const { query } = useRoute();
  const wanted = arrangementOf(query);
  const first = useResource(monitorPage(wanted, 0));
  const shown = useShown(wanted, first.value.value !== undefined);
  const page = monitorPage(shown, 0).value.value;
  const failure = first.failure.value;
  const arrange = useCallback((next: Arrangement) => route(`${addressOf('monitors')}${queryOf(next)}`, true), [route]);
  const isEmpty = page?.pagination.total === 0 && !isFiltered(shown);
  const isSelecting = useSignal(false);
  const actions = page !== undefined && !isEmpty && may('MEMBER') && (
    <a class="button primary" href={addressOf('monitors/new')}>
      {texts.new} <kbd>n</kbd>
    </a>
  );
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'monitorList.get', query: wanted }}
      actions={actions}
      beside={page !== undefined && !isEmpty && <Summary page={page} />}
    >
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => first.refresh()} />}
      {isEmpty && <FirstMonitor />}
      {page !== undefined && !isEmpty && (
        <>
          <MonitorFilters arrangement={wanted} onChange={arrange} isSelecting={isSelecting} />
          <MonitorTable arrangement={shown} total={page.pagination.total} isSelecting={isSelecting.value} />
        </>
      )}
    </Screen>
  );
}

/** The arrangement whose rows are shown. The previous one stays until the first rows of the next one have arrived. */
function useShown(wanted: Arrangement, isKnown: boolean): Arrangement {
  const shown = useSignal(wanted);
  const isShown = queryOf(shown.value) === queryOf(wanted);
  useEffect(() => {
    if (isKnown && !isShown) shown.value = wanted;
  }, [isKnown, isShown, queryOf(wanted)]);
  return isKnown ? wanted : shown.value;
}

function Summary({ page: { pagination, summarizedAt } }: { readonly page: MonitorListPage }) {
  const { monitors: texts } = monitorWords();
  return (
    <span class="soft">
      {texts.count(pagination.total)}
      {summarizedAt !== null && <span class="as-of"> {texts.uptimesOf(clock(summarizedAt))}</span>}
    </span>
  );
}

interface TableProps {
  readonly arrangement: Arrangement;
  readonly total: number;
  readonly isSelecting: boolean;
}

function MonitorTable({ arrangement, total, isSelecting }: TableProps) {
  const { monitors: texts } = monitorWords();
  const selected = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isSelecting) selected.value = new Set();
  }, [isSelecting]);
  const canChange = may('MEMBER');
  const toggle = (id: string): void => {
    const next = new Set(selected.peek());
    if (!next.delete(id)) next.add(id);
    selected.value = next;
  };
  if (total === 0) {
    return <Nothing isStatus>{texts.noneMatch}</Nothing>;
  }
  return (
    <>
      {canChange && <BulkActions arrangement={arrangement} total={total} selected={selected} />}
      <section class={`card monitors ${isSelecting ? 'selecting' : ''}`}>
        <PagedTable
          label={texts.title}
          head={<MonitorHead canSelect={canChange} />}
          rowCount={total}
          name={queryOf(arrangement)}
          everyMs={EVERY_MS}
          pageAt={(page) => monitorPage(arrangement, page)}
          keyOf={({ id }) => id}
          cells={(monitor) => (
            <MonitorCells
              monitor={monitor}
              isSelected={selected.value.has(monitor.id)}
              onSelect={canChange ? toggle : undefined}
            />
          )}
        />
      </section>
    </>
  );
}
