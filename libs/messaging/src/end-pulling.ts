import type { ConsumerMessages } from '@nats-io/jetstream';
import { within } from './within.ts';

const DRAIN_MS = 2_000;

/**
 * Asks a consumer for no more messages; those on their way still arrive. The client's own `close` forgets them, and the server
 * would send them again only when their ack wait is over.
 */
export async function endPulling(messages: ConsumerMessages): Promise<void> {
  if ('sub' in messages && isDrainable(messages.sub)) await within(DRAIN_MS, messages.sub.drain());
  await messages.close();
}

/** The client keeps its subscription to itself. */
function isDrainable(subscription: unknown): subscription is { drain(): Promise<void> } {
  return typeof subscription === 'object' && subscription !== null && 'drain' in subscription;
}
