/** An answer whose bytes are already made: a stored one is sent again exactly as it was. */
export class Reply {
  readonly body: string;
  readonly isReplayed: boolean;

  constructor(body: string, isReplayed: boolean) {
    this.body = body;
    this.isReplayed = isReplayed;
  }

  /** An answer that is JSON text already. */
  static json(body: string): Reply {
    return new Reply(body, false);
  }

  static of(answer: unknown): Reply {
    return new Reply(JSON.stringify(answer), false);
  }
}
