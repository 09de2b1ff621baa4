import type { Pieces } from '../link/parts.ts';

/** An answer as JSON text, complete or produced while it is sent. A stored answer is sent again byte for byte. */
export class Reply {
  /** JSON text, as a whole or piece by piece. */
  readonly body: string | Pieces;
  readonly isReplayed: boolean;

  constructor(body: string | Pieces, isReplayed: boolean) {
    this.body = body;
    this.isReplayed = isReplayed;
  }

  /** Takes an answer that is already JSON text. Use pieces if the answer may be too large to hold in memory. */
  static json(body: string | Pieces): Reply {
    return new Reply(body, false);
  }

  static of(answer: unknown): Reply {
    return new Reply(JSON.stringify(answer), false);
  }
}
