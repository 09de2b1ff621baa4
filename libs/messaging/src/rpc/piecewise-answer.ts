import type { Sql } from '@vedette/database';

/** A mutation's answer that may be too large for memory. It is read in pieces, during the transaction or after it. */
export class PiecewiseAnswer {
  /** JSON text. */
  readonly read: (sql: Sql) => AsyncIterable<string>;

  constructor(read: (sql: Sql) => AsyncIterable<string>) {
    this.read = read;
  }
}
