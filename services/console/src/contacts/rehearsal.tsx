import { useSignal, type Signal } from '@preact/signals';
import type { Tone } from '@vedette/design';
import type { Rehearsal } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { milliseconds } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { contactWords } from '../words/contacts.ts';
import { isRunning, looked, refused, started, type RehearsalState } from './rehearsal-state.ts';

interface Props {
  readonly state: Signal<RehearsalState>;
}

type Outcome = Rehearsal['results'][number]['outcome'];

const TONES: Readonly<Record<Outcome, Tone>> = { REACHED: 'good', FAILED: 'bad', UNCONFIRMED: 'slow', PENDING: 'none' };
const LOOK_EVERY_MS = 1_000;

/** While one runs, no other can be started. */
export function RehearsalButton({ state }: Props) {
  const { rehearsal: texts } = contactWords();
  const start = async (): Promise<void> => {
    const failure = await attempt(async () => {
      state.value = started(await api().rehearsals.start());
    });
    if (failure !== undefined) state.value = refused(state.value, failure);
  };
  return (
    <Button isDisabled={isRunning(state.value)} onClick={start}>
      {texts.start}
    </Button>
  );
}

interface ResultProps extends Props {
  /** Contacts have had messages. */
  readonly onEnd: () => void;
}

/** Who was reached and who was not. Screen readers follow the sentence, whose region is there before it. */
export function RehearsalResult({ state, onEnd }: ResultProps) {
  const { rehearsal: texts } = contactWords();
  const { rehearsal, refusal } = state.value;
  const missed = useLooking(state, onEnd);
  return (
    <>
      {refusal !== undefined && <FailureNotice failure={refusal} isWrite />}
      {missed !== undefined && <FailureNotice failure={missed} />}
      <section class={rehearsal && 'card rehearsal'}>
        {rehearsal !== undefined && (
          <header>
            <h2>{texts.title}</h2>
          </header>
        )}
        <div role="status" class={rehearsal && 'card-body soft'}>
          {rehearsal !== undefined && texts.states[rehearsal.state](rehearsal.reached, rehearsal.results.length)}
        </div>
        {rehearsal !== undefined && <Results results={rehearsal.results} />}
      </section>
    </>
  );
}

/** Looks after a running rehearsal until it is over. Returns why the last look failed; the next one may not. */
function useLooking(state: Signal<RehearsalState>, onEnd: () => void): Failure | undefined {
  const missed = useSignal<Failure | undefined>(undefined);
  const running = isRunning(state.value) ? state.value.rehearsal : undefined;
  useEffect(() => {
    if (running === undefined) return undefined;
    const look = async (): Promise<void> => {
      missed.value = await attempt(async () => {
        state.value = looked(state.value, await api().rehearsals.get(running.id));
        if (!isRunning(state.value)) onEnd();
      });
    };
    const timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [running, missed.value, state]);
  return running && missed.value;
}

function Results({ results }: Pick<Rehearsal, 'results'>) {
  const { rehearsal: texts, types } = contactWords();
  if (results.length === 0) return null;
  return (
    <table class="stacked" aria-label={texts.title}>
      <thead>
        <tr>
          <th>{texts.receiver}</th>
          <th>{texts.channel}</th>
          <th>{texts.outcome}</th>
          <th class="number">{texts.took}</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ kind, id, type, name, outcome, answer, tookMs }) => (
          <tr key={`${kind} ${id}`}>
            <td>
              <span class="name" dir="auto">
                {name}
              </span>
            </td>
            <td>{type === null ? texts.endpoint : types[type]}</td>
            <td class="c-outcome">
              <ToneLabel tone={TONES[outcome]} text={texts.outcomes[outcome]} />
              {answer !== null && <span class="target">{answer}</span>}
            </td>
            <td class="number" data-label={texts.took}>
              {tookMs !== null && milliseconds(tookMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
