// Decides how deliveries and their attempts are shown.

import type {
  AttemptTrigger,
  DeliveryState,
  EventType,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@vedette/contract';

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
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface StoredDetail {
  readonly delivery: StoredDelivery;
  /** As it was sent. */
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

export function shownDetail({ delivery, body, attempts }: StoredDetail): WebhookDeliveryDetail {
  return {
    ...shownDelivery(delivery),
    payload: JSON.parse(Buffer.from(body).toString('utf8')) as WebhookDeliveryDetail['payload'],
    attempts: attempts.map(shownAttempt),
  };
}

function shownAttempt({ startedAt, ...same }: StoredAttempt): WebhookAttempt {
  return { ...same, startedAt: startedAt.toISOString() };
}
