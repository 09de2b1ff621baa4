import type { AlertKind, ContactType } from '@vedette/contract';
import type { StorableText } from '@vedette/outbound';
import type { AlertMessage } from '../messages/alert-message.ts';
import type { Addressee } from '../messages/alert-timeline.ts';

/** One message to one contact. */
export interface Alert {
  readonly incidentId: string;
  readonly contactId: string;
  readonly kind: AlertKind;
  readonly number: number;
  readonly contact: Addressee;
  readonly message: AlertMessage;
}

export type SendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The reason as the customer may see it, without a full stop. */
      readonly reason: StorableText;
      /** Further details for the operator; only logged. */
      readonly detail?: string;
      /** The same message to the same address would fail again. */
      readonly isPermanent: boolean;
      readonly retryAfterMs: number | null;
    };

/** A way to reach contacts. Every attempt ends within `SEND_LIMIT_MS`. */
export interface AlertChannel {
  readonly type: ContactType;
  readonly concurrency: number;
  send(alert: Alert): Promise<SendOutcome>;
  close(): void;
}

export const SEND_LIMIT_MS = 12_000;

/** The same on every attempt, so that receivers can recognize a repetition. */
export function alertId({ incidentId, contactId, kind, number }: Omit<Alert, 'contact' | 'message'>): string {
  return `${incidentId}.${contactId}.${kind.toLowerCase()}${number === 0 ? '' : `.${number}`}`;
}
