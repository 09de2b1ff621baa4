import { useSignal } from '@preact/signals';
import type { Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { refreshShown } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { firstMonitorWords } from '../words/first-monitor.ts';
import { forgetMonitorPages } from './monitor-data.ts';
import { addSamples, knownSamples, removeSamples } from './samples.ts';

/** For somebody who has no address at hand. */
export function SamplesOffer() {
  const texts = firstMonitorWords();
  const failure = useSignal<Failure | undefined>(undefined);
  const add = async (): Promise<void> => {
    failure.value = await attempt(() => addSamples({ monitor: texts.sampleMonitor, page: texts.samplePage }));
    forgetMonitorPages();
    refreshShown();
  };
  return (
    <>
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <p class="hint">
        <Button kind="quiet" onClick={add}>
          {texts.addSamples}
        </Button>
      </p>
    </>
  );
}

/** Offers to remove the samples while they exist. */
export function SamplesNotice() {
  const texts = firstMonitorWords();
  const failure = useSignal<Failure | undefined>(undefined);
  const samples = knownSamples();
  if (samples === undefined || !may('MEMBER')) return null;
  const remove = async (): Promise<void> => {
    failure.value = await attempt(() => removeSamples(samples));
    forgetMonitorPages();
    refreshShown();
  };
  return (
    <>
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <div class="notice none" role="status">
        <p>{texts.samplesLead}</p>
        <Button onClick={remove}>{texts.removeSamples}</Button>
      </div>
    </>
  );
}
