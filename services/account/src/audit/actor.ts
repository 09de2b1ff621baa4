// Decides how the audit log names whoever acted.

export type Actor =
  | { readonly kind: 'person'; readonly id: string; readonly name: string }
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  /** Somebody at the command line, by the name of their Unix user. */
  | { readonly kind: 'operator'; readonly user: string }
  /** Nobody whom we know, such as the sender of an unknown sign-in link. */
  | { readonly kind: 'nobody' };

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
      return actor.name;
    case 'operator':
      return actor.user;
    case 'nobody':
      return null;
  }
}
