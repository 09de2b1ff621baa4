import { useSignal } from '@preact/signals';
import type { Monitor, ReplayPeriod } from '@vedette/sdk';
import { useMemo } from 'preact/hooks';
import { useRefreshEvery, useResource } from '../data/resource.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { Segments } from '../parts/segments.tsx';
import { historyWords } from '../words/history.ts';
import { Chart } from './chart.tsx';
import { chartResource, RANGES, VIEWS, type Range, type View } from './history-data.ts';
import { LatencyTable } from './latency-table.tsx';
import { ReplayPanel } from './replay-panel.tsx';

/** No event tells of a check that changes nothing. */
const EVERY_MS = 60_000;

const CLASSES: Readonly<Record<View, (line: string, index: number) => string>> = {
  percentiles: (line) => `line-${line}`,
  phases: (line) => `phase-${line}`,
  regions: (_, index) => `line-${index + 1}`,
};

/** How long checks took, and what another threshold would have meant. */
export function ResponseCard({ monitor }: { readonly monitor: Monitor }) {
  const texts = historyWords();
  const range = useSignal<Range>('24h');
  const view = useSignal<View>('percentiles');
  const threshold = useSignal(monitor.degradedThresholdMs);
  const replayed = useSignal<readonly ReplayPeriod[]>([]);
  const found = useResource(chartResource(monitor, range.value, view.value));
  useRefreshEvery(found, EVERY_MS);
  const charted = found.value.value;
  const periods = useMemo(
    () => replayed.value.map(({ from, to }) => ({ from: Date.parse(from) / 1_000, to: Date.parse(to) / 1_000 })),
    [replayed.value],
  );
  const isStacked = view.value === 'phases';
  return (
    <section class="card">
      <header>
        <h2>{texts.responseTime}</h2>
        <div class="space" />
        <Segments
          label={texts.range}
          value={range.value}
          choices={(Object.keys(RANGES) as Range[]).map((each) => [each, texts.ranges[each]])}
          onChange={(each) => (range.value = each)}
        />
        <Segments
          label={texts.view}
          value={view.value}
          choices={VIEWS.map((each) => [each, texts.views[each]])}
          onChange={(each) => (view.value = each)}
        />
      </header>
      <PartFailure from={found} />
      <div class="chart-room">
        {charted !== undefined &&
          (charted.data.at.length === 0 ? (
            <p class="card-body soft">{texts.nothing}</p>
          ) : (
            <Chart
              key={view.value}
              label={texts.chart(texts.views[view.value], texts.ranges[range.value])}
              data={charted.data}
              range={charted.range}
              isStacked={isStacked}
              classOf={(line, index) => CLASSES[view.value](line, index)}
              nameOf={(line) => (isStacked ? texts.phases[line] : texts.lines[line]) ?? line}
              marks={{ thresholdMs: threshold.value, periods }}
            />
          ))}
      </div>
      {isStacked && charted !== undefined && charted.data.at.length > 0 && (
        <p class="card-note soft">{texts.newestChecks(charted.data.at.length)}</p>
      )}
      <LatencyTable monitorId={monitor.id} range={range.value} />
      <ReplayPanel monitor={monitor} threshold={threshold} periods={replayed} />
    </section>
  );
}
