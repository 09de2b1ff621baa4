// Shows an endpoint to the API: never with its secrets.

import type { EndpointDisabledReason, WebhookEndpoint } from '@vedette/contract';
import { previousSecretExpiresAt, type DatedSecret } from '../signing/endpoint-secrets.ts';

export interface StoredEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: WebhookEndpoint['eventTypes'];
  /** Null while it is enabled. */
  readonly disabledReason: EndpointDisabledReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Newest first. */
  readonly secrets: readonly DatedSecret[];
}

/** What the audit log calls an endpoint: the rest of its address may hold a token of the receiver. */
export function endpointName(url: string): string {
  return new URL(url).host;
}

export function shownEndpoint(endpoint: StoredEndpoint, now: Date): WebhookEndpoint {
  const { id, url, description, eventTypes, disabledReason, createdAt, updatedAt, secrets } = endpoint;
  return {
    id,
    url,
    description,
    eventTypes: [...eventTypes],
    enabled: disabledReason === null,
    disabledReason,
    previousSecretExpiresAt: previousSecretExpiresAt(secrets, now)?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
