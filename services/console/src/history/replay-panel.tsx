import { useSignal, type Signal } from '@preact/signals';
import type { Monitor, ReplayPeriod, ReplayResult } from '@vedette/sdk';
import { useEffect, useId } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { may } from '../data/session.ts';
import { duration, milliseconds } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { historyWords } from '../words/history.ts';
import { placeOf, PLACES, thresholdAt } from './threshold-scale.ts';

interface Props {
  readonly monitor: Monitor;
  /** What the slider says; the chart draws it. */
  readonly threshold: Signal<number | null>;
  /** When the monitor would have been slow; the chart shades it. */
  readonly periods: Signal<readonly ReplayPeriod[]>;
}

/** Nobody waits for every place that a thumb passes. */
const SETTLE_MS = 300;
const SECOND_MS = 1_000;

/** Tries another threshold on the last 30 days, by the rules that decide about new checks. */
export function ReplayPanel({ monitor, threshold, periods }: Props) {
  const texts = historyWords().replay;
  const id = useId();
  const isBusy = useSignal(false);
  const result = useSignal<ReplayResult | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const { degradedThresholdMode, degradedSamples } = monitor;
  const wanted = threshold.value;
  const isOther = wanted !== monitor.degradedThresholdMs;
  const body = { degradedThresholdMs: wanted, degradedThresholdMode, degradedSamples };

  useEffect(() => {
    if (!isOther) {
      result.value = undefined;
      periods.value = [];
      return;
    }
    const stopped = new AbortController();
    isBusy.value = true;
    const replay = async (): Promise<void> => {
      const found = await attempt(async () => {
        result.value = await api().monitors.replay(monitor.id, body, { signal: stopped.signal });
        periods.value = result.value.replayed.periods;
      });
      failure.value = found;
      isBusy.value = false;
    };
    const timer = setTimeout(() => {
      replay().catch((error: unknown) => {
        // Another place of the slider is being tried.
        if (!stopped.signal.aborted) throw error;
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [wanted, isOther, degradedThresholdMode, degradedSamples]);

  const use = async (): Promise<void> => {
    failure.value = await attempt(() => api().monitors.update(monitor.id, { degradedThresholdMs: wanted }));
  };
  return (
    <div class="replay">
      <div class="replay-line">
        <strong>{texts.title}</strong>
        <label htmlFor={id}>{texts.threshold}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={PLACES}
          value={wanted === null ? PLACES : placeOf(wanted)}
          aria-valuetext={wanted === null ? texts.never : milliseconds(wanted)}
          onInput={(event) => (threshold.value = thresholdAt(Number(event.currentTarget.value)))}
        />
        <output htmlFor={id} class="number">
          {wanted === null ? texts.never : milliseconds(wanted)}
        </output>
      </div>
      {failure.value !== undefined && <FailureNotice failure={failure.value} />}
      <p class="soft" role="status" aria-busy={isOther && isBusy.value}>
        {isOther && isBusy.value && texts.working}
        {isOther && !isBusy.value && result.value !== undefined && resultText(result.value)}
      </p>
      {isOther &&
        !isBusy.value &&
        result.value?.unknown.map((sentence) => (
          <p key={sentence} class="hint">
            {sentence}
          </p>
        ))}
      {isOther && (
        <div class="replay-line">
          {may('MEMBER') && <Button onClick={use}>{texts.use}</Button>}
          <Button kind="quiet" onClick={() => (threshold.value = monitor.degradedThresholdMs)}>
            {texts.reset}
          </Button>
          <Recipe call={{ method: 'monitors.replay', ids: [monitor.id], body }} />
        </div>
      )}
    </div>
  );
}

function messages({ alerts: { degraded, down } }: ReplayResult['happened']): number {
  return degraded + down;
}

function resultText({ happened, replayed }: ReplayResult): string {
  return historyWords().replay.result(
    messages(replayed),
    duration(replayed.degradedSec * SECOND_MS),
    messages(happened),
    duration(happened.degradedSec * SECOND_MS),
  );
}
