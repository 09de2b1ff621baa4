import type { MonitorListItem } from '@vedette/sdk';
import { milliseconds, percent } from '../format/format.ts';
import { StateLabel } from '../parts/state-label.tsx';
import { Age } from '../parts/time.tsx';
import { STATE_TONES } from '../parts/tones.ts';
import { addressOf } from '../shell/addresses.ts';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import { sparkline } from './sparkline.ts';

const SPARK_WIDTH = 96;
const SPARK_HEIGHT = 20;

export function MonitorHead({ canSelect }: { readonly canSelect: boolean }) {
  const { monitors: texts } = monitorWords();
  return (
    <tr>
      {canSelect && (
        <th class="c-select">
          <span class="hidden">{texts.select}</span>
        </th>
      )}
      <th class="c-state">{texts.state}</th>
      <th>{texts.monitor}</th>
      <th class="c-type">{texts.type}</th>
      <th class="c-uptime number">{texts.uptime30d}</th>
      <th class="c-response number">{texts.response}</th>
      <th class="c-spark">{texts.last24h}</th>
      <th class="c-checked number">{texts.checked}</th>
    </tr>
  );
}

interface Props {
  readonly monitor: MonitorListItem;
  readonly isSelected: boolean;
  /** Undefined for somebody who may only read. */
  readonly onSelect: ((id: string) => void) | undefined;
}

export function MonitorCells({ monitor, isSelected, onSelect }: Props) {
  const { types } = words();
  const { monitors: texts } = monitorWords();
  const { id, name, type, state, target, uptime30d, lastStatusChangedAt, lastResponseMs, lastCheckedAt } = monitor;
  return (
    <>
      {onSelect !== undefined && (
        <td class="c-select">
          <label class="pick">
            <input
              type="checkbox"
              aria-label={texts.selectOne(name)}
              checked={isSelected}
              onChange={() => onSelect(id)}
            />
          </label>
        </td>
      )}
      <td class="c-state">
        <StateLabel state={state} since={lastStatusChangedAt} />
      </td>
      <td class="c-monitor">
        <a class="name" href={addressOf(`monitors/${id}`)} dir="auto">
          {name}
        </a>
        <span class="target">
          <bdi>{target ?? texts.waits}</bdi>
        </span>
      </td>
      <td class="c-type soft">{types[type]}</td>
      <td class="c-uptime number">{uptime30d === null ? '–' : percent(uptime30d)}</td>
      <td class={`c-response number ${lastResponseMs === null ? 'nothing' : ''}`}>
        {lastResponseMs === null ? '–' : milliseconds(lastResponseMs)}
      </td>
      <td class="c-spark">
        <Sparkline monitor={monitor} />
      </td>
      <td class="c-checked number soft">{lastCheckedAt === null ? '–' : <Age at={lastCheckedAt} />}</td>
    </>
  );
}

function Sparkline({ monitor: { latencies, latencyMs, state } }: { readonly monitor: MonitorListItem }) {
  const { monitors: texts } = monitorWords();
  const path = sparkline(latencies, SPARK_WIDTH, SPARK_HEIGHT - 2);
  if (path === '') return null;
  return (
    <svg
      class={`spark ${STATE_TONES[state]}`}
      width={SPARK_WIDTH}
      height={SPARK_HEIGHT}
      viewBox={`0 -1 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      role="img"
      aria-label={texts.sparkLabel(milliseconds(latencyMs ?? 0))}
    >
      <path d={path} />
    </svg>
  );
}
