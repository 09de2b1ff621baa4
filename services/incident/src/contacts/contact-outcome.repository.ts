import { Injectable } from '@nestjs/common';
import type { ContactOutcome, ContactTest } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { lastOutcome, type Messages } from './last-outcome.ts';

interface OutcomeRow {
  readonly id: string;
  readonly failingSince: Date | null;
  readonly failingError: string | null;
  readonly settledAt: Date | null;
  readonly settledError: string | null;
  readonly testedAt: Date | null;
  readonly testOutcome: ContactOutcome['outcome'] | null;
  readonly testAnswer: string | null;
}

/** What became of the last messages of contacts. */
@Injectable()
export class ContactOutcomeRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /** By the ids of the contacts. */
  async ofContacts(
    ids: readonly string[],
    tx: Transaction = this.#sql,
  ): Promise<ReadonlyMap<string, ContactOutcome | null>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.$queryRaw<OutcomeRow[]>`
      SELECT contact.id, failing.created_at AS "failingSince", failing.last_error AS "failingError",
        settled.settled_at AS "settledAt", settled.error AS "settledError",
        contact.tested_at AS "testedAt", contact.test_outcome::text AS "testOutcome", contact.test_answer AS "testAnswer"
      FROM incident.contact
      LEFT JOIN LATERAL (
        SELECT job.created_at, job.last_error FROM incident.alert_job AS job
        WHERE job.channel = contact.type AND job.organization_id = contact.organization_id
          AND job.contact_id = contact.id AND job.state = 'PENDING' AND job.last_error IS NOT NULL
        ORDER BY job.id LIMIT 1
      ) AS failing ON true
      LEFT JOIN LATERAL (
        SELECT job.settled_at, CASE job.state WHEN 'FAILED' THEN coalesce(job.last_error, '') END AS error
        FROM incident.alert_job AS job
        WHERE job.contact_id = contact.id AND job.state IN ('SENT', 'FAILED') ORDER BY job.settled_at DESC LIMIT 1
      ) AS settled ON true
      WHERE contact.id = ANY (${ids}::text[])`;
    return new Map(rows.map((row) => [row.id, lastOutcome(messagesOf(row))]));
  }

  async ofContact(id: string, tx?: Transaction): Promise<ContactOutcome | null> {
    return (await this.ofContacts([id], tx)).get(id) ?? null;
  }

  /** Does nothing if the contact was removed meanwhile. */
  async noteTest(id: string, { delivered, answer }: ContactTest, at: Date, tx: Transaction = this.#sql): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.contact
      SET tested_at = ${at}, test_outcome = ${delivered ? 'REACHED' : 'FAILED'}, test_answer = ${answer}
      WHERE id = ${id} AND removed_at IS NULL`;
  }
}

function messagesOf(row: OutcomeRow): Messages {
  const { failingSince, failingError, settledAt, settledError, testedAt, testOutcome, testAnswer } = row;
  return {
    failing: failingSince && { since: failingSince, error: failingError ?? '' },
    settled: settledAt && { at: settledAt, error: settledError },
    test: testedAt && testOutcome && { at: testedAt, outcome: testOutcome, answer: testAnswer ?? '' },
  };
}
