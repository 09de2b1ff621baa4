import type { ContactType } from '@vedette/contract';
import type { StorableText } from '@vedette/outbound';
import type { AlertMessage } from '../messages/alert-message.ts';
import type { Addressee, AlertKind } from '../messages/alert-timeline.ts';

/** One message to one contact. */
export interface Alert {
  readonly incidentId: string;
  readonly contactId: string;
  readonly kind: AlertKind;
  readonly contact: Addressee;
  readonly message: AlertMessage;
}

export type SendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** What the customer may know, without its full stop. */
      readonly reason: StorableText;
      /** What the operator must know beyond that; for the log alone. */
      readonly detail?: string;
      /** The same message to the same address would fail again. */
      readonly isPermanent: boolean;
      readonly retryAfterMs: number | null;
    };

/** A way to reach people. Every attempt ends within `SEND_LIMIT_MS`. */
export interface AlertChannel {
  readonly type: ContactType;
  readonly concurrency: number;
  send(alert: Alert): Promise<SendOutcome>;
  close(): void;
}

export const SEND_LIMIT_MS = 12_000;

/** The same on every attempt, so that receivers can tell a repetition from news. */
export function alertId({ incidentId, contactId, kind }: Pick<Alert, 'incidentId' | 'contactId' | 'kind'>): string {
  return `${incidentId}.${contactId}.${kind.toLowerCase()}`;
}
