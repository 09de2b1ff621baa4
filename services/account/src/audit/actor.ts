// Decides how the audit log names whoever acted.

import type { Actor } from '@vedette/contract';

/** Who acts, by which request, from where. */
export interface Origin {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly address: string | null;
}

/** The same for all acts of one actor, so that it can be searched for. */
export function actorReference(actor: Actor): string {
  switch (actor.kind) {
    case 'person':
    case 'key':
    case 'link':
      return `${actor.kind}:${actor.id}`;
    case 'operator':
      return `operator:${actor.user}`;
    case 'nobody':
      return 'nobody';
  }
}

/** Null for an actor without a name. */
export function actorName(actor: Actor): string | null {
  switch (actor.kind) {
    case 'person':
    case 'key':
    case 'link':
      return actor.name;
    case 'operator':
      return actor.user;
    case 'nobody':
      return null;
  }
}
