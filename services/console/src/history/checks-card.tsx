import { useSignal } from '@preact/signals';
import type { Check } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, useRefreshEvery, useResource, type Resource } from '../data/resource.ts';
import { clock, dateAndTime, milliseconds, now } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { Segments } from '../parts/segments.tsx';
import { Time } from '../parts/time.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import { historyWords } from '../words/history.ts';
import { incidentWords } from '../words/incidents.ts';
import { words } from '../words/words.ts';

const FILTERS = ['all', 'failures'] as const;
type Filter = (typeof FILTERS)[number];

const AT_ONCE = 10;
const MORE = 40;
const EVERY_MS = 15_000;
const DAY_MS = 86_400_000;
const TONES: Readonly<Record<Check['verdict'], string>> = { UP: 'good', DOWN: 'bad', UNOBSERVED: 'none' };

function checksOf(id: string, filter: Filter, limit: number): Resource<{ checks: Check[]; hasMore: boolean }> {
  return resource(
    `checks ${id} ${filter} ${limit}`,
    async () => {
      const query = filter === 'failures' ? ({ verdict: 'DOWN' } as const) : {};
      const checks: Check[] = [];
      for await (const check of api().monitors.listChecks(id, { ...query, limit: Math.min(limit + 1, 100) })) {
        checks.push(check);
        if (checks.length > limit) break;
      }
      return { checks: checks.slice(0, limit), hasMore: checks.length > limit };
    },
    [`monitor ${id}`],
  );
}

/** The newest checks, failed ones with every attempt. */
export function ChecksCard({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords().checks;
  const { common } = words();
  const filter = useSignal<Filter>('all');
  const limit = useSignal(AT_ONCE);
  const found = useResource(checksOf(monitorId, filter.value, limit.value));
  useRefreshEvery(found, EVERY_MS);
  const known = found.value.value;
  return (
    <section class="card">
      <header>
        <h2>{texts.title}</h2>
        <div class="space" />
        <Segments
          label={texts.filter}
          value={filter.value}
          choices={FILTERS.map((each) => [each, texts[each]])}
          onChange={(each) => (filter.value = each)}
        />
        <Recipe call={{ method: 'monitors.listChecks', ids: [monitorId] }} />
      </header>
      <PartFailure from={found} />
      {known !== undefined && known.checks.length === 0 && (
        <p class="card-body soft">{filter.value === 'all' ? texts.none : texts.noFailure}</p>
      )}
      {known !== undefined && known.checks.length > 0 && (
        <ul class="checks">
          {known.checks.map((check) => (
            <CheckLine key={check.slotAt} check={check} />
          ))}
        </ul>
      )}
      {known?.hasMore === true && (
        <div class="card-note">
          <Button onClick={() => (limit.value += MORE)}>{common.more}</Button>
        </div>
      )}
    </section>
  );
}

function CheckLine({ check }: { readonly check: Check }) {
  const texts = historyWords().checks;
  const { incidents } = incidentWords();
  const { slotAt, verdict, responseMs, region, worker, error, attempts } = check;
  const tone = TONES[verdict];
  return (
    <li>
      <div class="check">
        <span class="soft">
          <Time at={slotAt} format={now.value - Date.parse(slotAt) < DAY_MS ? clock : dateAndTime} />
        </span>
        <span class={`state ${tone}`}>
          <span class={`dot ${tone}`} aria-hidden="true" />
          {texts.verdicts[verdict]}
        </span>
        <span class="number">{responseMs === null ? '–' : milliseconds(responseMs)}</span>
        <span class="soft place">
          {region === null || worker === null ? texts.unknownPlace : incidents.worker(region, worker)}
        </span>
      </div>
      {error !== null && <p class="check-error">{error}</p>}
      {attempts.length > 0 && (
        <details class="more">
          <summary>{texts.evidence(attempts.length)}</summary>
          <Waterfall attempts={attempts} />
        </details>
      )}
    </li>
  );
}
