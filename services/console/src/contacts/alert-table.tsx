import type { Alert } from '@vedette/sdk';
import type { ComponentChildren } from 'preact';
import { dateAndTime } from '../format/format.ts';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { alertTime, ALERT_TONES } from './alert-rows.ts';

interface Props {
  readonly label: string;
  readonly alerts: readonly Alert[];
  /** What the first column is called, and what it says of each alert. */
  readonly head: string;
  readonly subject: (alert: Alert) => ComponentChildren;
}

/** Alerts, one a row: sent, held or suppressed, and why. */
export function AlertTable({ label, alerts, head, subject }: Props) {
  const { alerts: texts } = contactWords();
  return (
    <table class="stacked alerts" aria-label={label}>
      <thead>
        <tr>
          <th>{head}</th>
          <th>{texts.kind}</th>
          <th>{texts.outcome}</th>
          <th class="c-why">{texts.why}</th>
          <th>{texts.when}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <tr key={alert.id}>
            <td>{subject(alert)}</td>
            <td>{kindWords(alert)}</td>
            <td>
              <ToneLabel tone={ALERT_TONES[alert.state]} text={texts.outcomes[alert.state]} />
            </td>
            <td class="soft">
              <Why alert={alert} />
            </td>
            <td class="soft">
              <Time at={alertTime(alert)} format={dateAndTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function kindWords({ subject, kind, number }: Alert): string {
  const { alerts: texts } = contactWords();
  if (subject === 'EXPIRY') return texts.expires(number);
  return kind === 'REMINDED' ? texts.reminder(number) : texts.kinds[subject][kind];
}

function Why({ alert: { reason, parent, until, error } }: { readonly alert: Alert }) {
  const { alerts: texts } = contactWords();
  const isChecked = reason === 'PARENT_DOWN' && until !== null;
  return (
    <>
      {error ?? (isChecked ? texts.parentChecked : reason !== null && texts.reasons[reason])}
      {parent !== null && (
        <a class="target" href={addressOf(`monitors/${parent.id}`)} dir="auto">
          {parent.name}
        </a>
      )}
      {until !== null && <span class="target">{texts.until(dateAndTime(until))}</span>}
    </>
  );
}
