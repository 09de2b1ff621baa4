import { sqlOf, transaction, type Connection } from '@vedette/database';
import type { Pool } from 'pg';
import { IdempotentAnswers } from './idempotent-answers.ts';
import { Inbox } from './inbox.ts';
import { Mutations } from './mutations.ts';
import { Outbox } from './outbox.ts';

/** For a process that is not a replica of the service. The facts wait in the outbox until a replica sends them. */
export function operatorMutations(pool: Pool, schema: string): Mutations<Connection> {
  const sql = sqlOf(pool);
  return new Mutations({
    transaction: (work) => transaction(pool, work),
    sql,
    outbox: new Outbox(schema),
    relay: { wake: () => undefined },
    inbox: new Inbox(schema),
    answers: new IdempotentAnswers(schema, sql),
  });
}
