import type { Sql } from '@vedette/database';

/** The answer of a mutation that may be too large to be held as a whole: it is read in pieces, in its transaction or after. */
export class PiecewiseAnswer {
  /** JSON text. */
  readonly read: (sql: Sql) => AsyncIterable<string>;

  constructor(read: (sql: Sql) => AsyncIterable<string>) {
    this.read = read;
  }
}
