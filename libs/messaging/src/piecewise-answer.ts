import type { Sql } from '@vedette/database';
import type { Pieces } from './parts.ts';

/** The answer of a mutation that may be too large to be held as a whole: it is read in pieces, in its transaction or after. */
export class PiecewiseAnswer {
  readonly read: (sql: Sql) => Pieces;

  constructor(read: (sql: Sql) => Pieces) {
    this.read = read;
  }
}
