// Decides how deliveries and their attempts are shown.

import type {
  AttemptTrigger,
  DeliveryState,
  EventType,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@vedette/contract';

/** Shown instead of an outcome while an attempt has none. */
export const BEING_MADE = 'The attempt is being made; its outcome is not known yet';
export const INTERRUPTED =
  'The attempt was interrupted; its outcome is unknown, and the receiver may have got the event';

export interface StoredDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly state: DeliveryState;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly lastResponseStatus: number | null;
  readonly completedAt: Date | null;
  readonly createdAt: Date;
}

export interface StoredAttempt {
  readonly id: string;
  readonly number: number;
  readonly trigger: AttemptTrigger;
  readonly startedAt: Date;
  /** Null while no outcome is recorded. */
  readonly durationMs: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface StoredDetail {
  readonly delivery: StoredDelivery;
  /** True if an attempt is being made now. */
  readonly isInFlight: boolean;
  /** The bytes as they were sent. */
  readonly body: Uint8Array;
  /** Oldest first. */
  readonly attempts: readonly StoredAttempt[];
}

export function shownDelivery(delivery: StoredDelivery): WebhookDelivery {
  const { nextAttemptAt, lastAttemptAt, completedAt, createdAt, ...same } = delivery;
  return {
    ...same,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function shownDetail({ delivery, isInFlight, body, attempts }: StoredDetail): WebhookDeliveryDetail {
  const newest = attempts.at(-1);
  return {
    ...shownDelivery(delivery),
    payload: JSON.parse(Buffer.from(body).toString('utf8')) as WebhookDeliveryDetail['payload'],
    attempts: attempts.map((attempt) => shownAttempt(attempt, isInFlight && attempt === newest)),
  };
}

function shownAttempt({ startedAt, durationMs, ...same }: StoredAttempt, isBeingMade: boolean): WebhookAttempt {
  const shown = { ...same, startedAt: startedAt.toISOString() };
  if (durationMs !== null) return { ...shown, durationMs };
  return { ...shown, durationMs: 0, error: isBeingMade ? BEING_MADE : INTERRUPTED };
}
