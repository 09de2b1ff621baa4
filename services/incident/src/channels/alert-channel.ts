import type { AlertKind, ContactType } from '@vedette/contract';
import type { StorableText } from '@vedette/outbound';
import type { AlertMessage } from '../messages/alert-message.ts';
import type { AlertNews } from '../messages/news-message.ts';
import type { Addressee } from '../messages/contact-label.ts';

/** One message to one contact. */
export interface Alert {
  /** The id of the incident or of the other subject that it is about. */
  readonly aboutId: string;
  readonly contactId: string;
  readonly kind: AlertKind;
  readonly number: number;
  /** The message in which the contact was told of the opening, if it told of more than that. */
  readonly openedIn: string | null;
  /** When it was decided to send it. */
  readonly decidedAt: Date;
  readonly contact: Addressee & { readonly secret: string | null };
  readonly news: AlertNews;
  readonly message: AlertMessage;
}

/** A message that shows whether a contact can be reached. It is about nothing that happened. */
export interface TestAlert {
  readonly kind: 'TEST';
  /** The same on every attempt. */
  readonly id: string;
  readonly contactId: string;
  readonly decidedAt: Date;
  readonly contact: Alert['contact'];
  readonly message: AlertMessage;
}

/** One message to one contact that tells of several things. */
export interface DigestAlert {
  readonly kind: 'DIGEST';
  /** The same on every attempt. */
  readonly id: string;
  /** The first such message of a storm, if this is another one. */
  readonly follows: string | null;
  readonly contact: Alert['contact'];
  readonly message: AlertMessage;
}

export type SendOutcome =
  | {
      readonly ok: true;
      /** What the receiver said, as the customer may see it, without a full stop. */
      readonly answer?: StorableText;
      /** The same for readers who see masks: without any word of the receiver. Absent if `answer` has none. */
      readonly maskedAnswer?: StorableText;
      /** What the receiver calls the message, if it can be changed later. */
      readonly messageId?: string;
    }
  | {
      readonly ok: false;
      /** The reason as the customer may see it, without a full stop. */
      readonly reason: StorableText;
      /** The same for readers who see masks: without any word of the receiver. Absent if `reason` has none. */
      readonly maskedReason?: StorableText;
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
  /** How it tells of several things at once; null if it never does. */
  readonly digests: DigestChannel | null;
  send(alert: Alert | TestAlert): Promise<SendOutcome>;
  close(): void;
}

export interface DigestChannel {
  /** A message that was sent can be changed, so it grows. */
  readonly canGrow: boolean;
  /** `messageId`: the message that grows; another one is sent if it is gone. */
  send(digest: DigestAlert, messageId: string | null): Promise<SendOutcome>;
}

export const SEND_LIMIT_MS = 12_000;

/** The request by which a receiver gets an alert. */
export interface AlertRequest {
  /** POST unless it says otherwise. */
  readonly method?: 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver answered. */
export interface AlertReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** The addresses of vendors, which the operator may replace. */
export interface VendorUrls {
  readonly telegram: string;
  readonly pagerDuty: string;
}

/** One kind of receiver that is reached over HTTP. */
export interface Vendor {
  write(alert: Alert | TestAlert, urls: VendorUrls, now: Date): AlertRequest;
  /** Ends what a test has begun at the receiver; absent where a test begins nothing. */
  writeEnd?(test: TestAlert, urls: VendorUrls): AlertRequest;
  judge(reply: AlertReply, now: Date): SendOutcome;
  /** Absent where alerts are never merged. */
  readonly digests?: DigestVendor;
}

export interface DigestVendor {
  write(digest: DigestAlert, urls: VendorUrls): AlertRequest;
  /** Absent where a message cannot be changed after it was sent. */
  readonly growing?: {
    /** What the receiver calls the message that it has taken. */
    messageIdOf(reply: AlertReply): string | undefined;
    rewrite(digest: DigestAlert, messageId: string, urls: VendorUrls): AlertRequest;
  };
}

type Identified = Pick<Alert, 'aboutId' | 'contactId' | 'kind' | 'number'> | Pick<TestAlert, 'kind' | 'id'>;

/** The same on every attempt, so that receivers can recognize a repetition. */
export function alertId(alert: Identified): string {
  if (alert.kind === 'TEST') return alert.id;
  const { aboutId, contactId, kind, number } = alert;
  return `${aboutId}.${contactId}.${kind.toLowerCase()}${number === 0 ? '' : `.${number}`}`;
}
