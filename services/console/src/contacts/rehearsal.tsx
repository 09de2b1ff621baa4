import type { Tone } from '@vedette/design';
import type { Rehearsal } from '@vedette/sdk';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api } from '../api/client.ts';
import type { Resource } from '../data/resource.ts';
import { dateAndTime, milliseconds } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Address } from '../parts/address.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { isRunning, type RehearsalState } from './rehearsal-state.ts';

interface Props {
  readonly known: Resource<RehearsalState>;
}

type Outcome = Rehearsal['results'][number]['outcome'];

const TONES: Readonly<Record<Outcome, Tone>> = { REACHED: 'good', FAILED: 'bad', UNCONFIRMED: 'slow', PENDING: 'none' };
const LOOK_EVERY_MS = 1_000;

/** Asks first, because people may be woken. While one runs, no other can be started. */
export function RehearsalButton({ known }: Props) {
  const { rehearsal: texts } = contactWords();
  const isAsking = useSignal(false);
  const start = async (): Promise<void> => {
    known.set({ rehearsal: await api().rehearsals.start() });
    isAsking.value = false;
  };
  return (
    <>
      <Button isDisabled={isRunning(known.value.value ?? {})} onClick={() => void (isAsking.value = true)}>
        {texts.start}
      </Button>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.ask}
          text={texts.lead}
          action={texts.begin}
          onConfirm={start}
          onClose={() => void (isAsking.value = false)}
        />
      )}
    </>
  );
}

interface ResultProps extends Props {
  /** Contacts have had messages. */
  readonly onEnd: () => void;
}

/** Who was reached and who was not. The region exists before its sentence, so that screen readers announce it. */
export function RehearsalResult({ known, onEnd }: ResultProps) {
  const { rehearsal: texts } = contactWords();
  const { rehearsal } = known.value.value ?? {};
  const missed = known.failure.value;
  useLooking(known, onEnd);
  return (
    <>
      {missed !== undefined && <FailureNotice failure={missed} />}
      <section class={rehearsal && 'card rehearsal'}>
        {rehearsal !== undefined && (
          <header>
            <h2>{texts.title}</h2>
            <div class="space" />
            <span class="soft">
              <Time at={rehearsal.startedAt} format={dateAndTime} />
            </span>
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

/** Reads a running rehearsal again and again until it is over, even if a read fails. */
function useLooking(known: Resource<RehearsalState>, onEnd: () => void): void {
  const state = known.value.value ?? {};
  const failure = known.failure.value;
  const runs = isRunning(state);
  const ran = useRef(runs);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setTimeout(() => void known.refresh(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [state, failure, known]);
  useEffect(() => {
    if (ran.current && !runs) onEnd();
    ran.current = runs;
  }, [runs]);
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
              <a class="name" href={addressOf(kind === 'CONTACT' ? `contacts/${id}` : `webhooks/${id}`)} dir="auto">
                <Address text={name} />
              </a>
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
