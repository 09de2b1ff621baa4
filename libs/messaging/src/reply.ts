import type { Pieces } from './parts.ts';

/** An answer whose bytes are already made, or are made as they are sent: a stored one is sent again exactly as it was. */
export class Reply {
  /** JSON text, as a whole or piece by piece. */
  readonly body: string | Pieces;
  readonly isReplayed: boolean;

  constructor(body: string | Pieces, isReplayed: boolean) {
    this.body = body;
    this.isReplayed = isReplayed;
  }

  /** An answer that is JSON text already; in pieces, when it may be too large to be held as a whole. */
  static json(body: string | Pieces): Reply {
    return new Reply(body, false);
  }

  static of(answer: unknown): Reply {
    return new Reply(JSON.stringify(answer), false);
  }
}
