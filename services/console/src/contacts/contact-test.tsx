import type { Signal } from '@preact/signals';
import type { AlertContactTest } from '@vedette/sdk';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { milliseconds } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { contactWords } from '../words/contacts.ts';

export type TestOutcome = AlertContactTest | Failure | undefined;

interface Props {
  readonly contactId: string;
  readonly outcome: Signal<TestOutcome>;
  readonly onTested: () => void;
}

export function TestButton({ contactId, outcome, onTested }: Props) {
  const test = async (): Promise<void> => {
    outcome.value = undefined;
    const failure = await attempt(async () => {
      outcome.value = await api().alertContacts.test(contactId);
    });
    if (failure === undefined) onTested();
    else outcome.value = failure;
  };
  return <Button onClick={test}>{contactWords().test}</Button>;
}

/** What the receiver answered, in a region that screen readers follow. */
export function TestResult({ outcome }: Pick<Props, 'outcome'>) {
  const { testResults } = contactWords();
  const known = outcome.value;
  if (known === undefined) return <div role="status" />;
  if (!('sent' in known)) return <FailureNotice failure={known} isWrite />;
  const { sent, delivered, answer, tookMs } = known;
  const texts = testResults[sent];
  return (
    <div role="status">
      <div class={`notice ${delivered ? 'good' : 'bad'}`}>
        <p>{delivered ? texts.delivered(answer, milliseconds(tookMs)) : texts.failed(answer)}</p>
      </div>
    </div>
  );
}
