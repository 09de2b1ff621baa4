import type { Signal } from '@preact/signals';
import type { Rehearsal } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { milliseconds } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { contactWords } from '../words/contacts.ts';

export type RehearsalOutcome = Rehearsal | Failure | undefined;

interface Props {
  readonly outcome: Signal<RehearsalOutcome>;
}

const LOOK_EVERY_MS = 1_000;

export function RehearsalButton({ outcome }: Props) {
  const { rehearsal: texts } = contactWords();
  const start = async (): Promise<void> => {
    const failure = await attempt(async () => {
      outcome.value = await api().rehearsals.start();
    });
    if (failure !== undefined) outcome.value = failure;
  };
  return <Button onClick={start}>{texts.start}</Button>;
}

/** Who was reached and who was not, in a region that screen readers follow. */
export function RehearsalResult({ outcome }: Props) {
  const known = outcome.value;
  const running = known !== undefined && 'results' in known && known.state === 'RUNNING' ? known : undefined;
  useEffect(() => {
    if (running === undefined) return undefined;
    const look = async (): Promise<void> => {
      const failure = await attempt(async () => {
        outcome.value = await api().rehearsals.get(running.id);
      });
      if (failure !== undefined) outcome.value = failure;
    };
    const timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [running, outcome]);
  if (known === undefined) return <div role="status" />;
  if (!('results' in known)) return <FailureNotice failure={known} isWrite />;
  return <Found rehearsal={known} />;
}

function Found({ rehearsal: { state, reached, results } }: { readonly rehearsal: Rehearsal }) {
  const { rehearsal: texts, types } = contactWords();
  return (
    <section class="card">
      <h2>{texts.title}</h2>
      <p class="lead" role="status">
        {texts.states[state](reached, results.length)}
      </p>
      {results.length > 0 && (
        <table class="stacked" aria-label={texts.title}>
          <thead>
            <tr>
              <th>{texts.receiver}</th>
              <th>{texts.channel}</th>
              <th>{texts.outcome}</th>
              <th>{texts.took}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ kind, id, type, name, outcome, answer, tookMs }) => (
              <tr key={`${kind} ${id}`}>
                <td dir="auto">{name}</td>
                <td>{type === null ? texts.endpoint : types[type]}</td>
                <td>
                  {texts.outcomes[outcome]}
                  {answer !== null && <span class="target">{answer}</span>}
                </td>
                <td data-label={texts.took}>{tookMs !== null && milliseconds(tookMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
