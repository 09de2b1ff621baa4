import { useSignal } from '@preact/signals';
import { useResource } from '../data/resource.ts';
import { date, dateAndTime, milliseconds, number } from '../format/format.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { Time } from '../parts/time.tsx';
import { historyWords } from '../words/history.ts';
import { latencyTable, type Range } from './history-data.ts';

interface Props {
  readonly monitorId: string;
  readonly range: Range;
}

/** The numbers of the chart, for whoever cannot see it or wants them; loaded when somebody opens it. */
export function LatencyTable({ monitorId, range }: Props) {
  const texts = historyWords();
  const isOpen = useSignal(false);
  return (
    <details class="more card-note" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{texts.table}</summary>
      {isOpen.value && <Rows monitorId={monitorId} range={range} />}
    </details>
  );
}

function ms(value: number | null): string {
  return value === null ? '–' : milliseconds(value);
}

function Rows({ monitorId, range }: Props) {
  const texts = historyWords();
  const { tableHead: head } = texts;
  const found = useResource(latencyTable(monitorId, range));
  if (found.failure.value !== undefined) return <PartFailure from={found} />;
  return (
    <div class="scrolling" tabIndex={0} role="region" aria-label={texts.responseTime}>
      <table aria-label={texts.responseTime}>
        <thead>
          <tr>
            <th>{head.at}</th>
            <th class="number">{head.count}</th>
            <th class="number">{head.failures}</th>
            <th class="number">{head.p50}</th>
            <th class="number">{head.p95}</th>
            <th class="number">{head.p99}</th>
            <th class="number">{head.max}</th>
          </tr>
        </thead>
        <tbody>
          {(found.value.value ?? []).map(({ at, count, failures, p50, p95, p99, max }) => (
            <tr key={at}>
              <td>
                <Time at={at} format={range === '24h' ? dateAndTime : date} />
              </td>
              <td class="number">{number(count)}</td>
              <td class="number">{number(failures)}</td>
              <td class="number">{ms(p50)}</td>
              <td class="number">{ms(p95)}</td>
              <td class="number">{ms(p99)}</td>
              <td class="number">{ms(max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
