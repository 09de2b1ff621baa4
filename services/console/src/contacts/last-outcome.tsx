import type { AlertContact } from '@vedette/sdk';
import { dateAndTime } from '../format/format.ts';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { contactWords } from '../words/contacts.ts';

interface Props {
  readonly contact: AlertContact;
}

/** Whether the last message to the contact arrived, in a pill. */
export function LastOutcomePill({ contact: { lastOutcome } }: Props) {
  const { last: texts } = contactWords();
  if (lastOutcome === null) return null;
  const { outcome, sent } = lastOutcome;
  return <ToneLabel tone={outcome === 'REACHED' ? 'good' : 'bad'} text={texts.outcomes[sent][outcome]} isPill />;
}

/** The same for a table: with its time, and why it failed. */
export function LastOutcomeCell({ contact: { lastOutcome } }: Props) {
  const { last: texts } = contactWords();
  if (lastOutcome === null) return <span class="soft">{texts.none}</span>;
  const { outcome, sent, at, answer } = lastOutcome;
  return (
    <>
      <ToneLabel tone={outcome === 'REACHED' ? 'good' : 'bad'} text={texts.outcomes[sent][outcome]} />
      <span class="target">
        <Time at={at} format={dateAndTime} />
      </span>
      {outcome === 'FAILED' && answer !== null && <span class="target">{answer}</span>}
    </>
  );
}
