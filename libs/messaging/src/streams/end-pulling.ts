import type { ConsumerMessages } from '@nats-io/jetstream';
import { within } from '../link/within.ts';

const DRAIN_MS = 2_000;

/**
 * Stops a pull; messages that are already on their way still arrive. The client's own `close` would discard them, and
 * the server would deliver them again only after the ack wait.
 */
export async function endPulling(messages: ConsumerMessages): Promise<void> {
  if ('sub' in messages && isDrainable(messages.sub)) await within(DRAIN_MS, messages.sub.drain());
  await messages.close();
}

/** The client does not expose its subscription. */
function isDrainable(subscription: unknown): subscription is { drain(): Promise<void> } {
  return typeof subscription === 'object' && subscription !== null && 'drain' in subscription;
}
