import { Injectable } from '@nestjs/common';
import type { ContactOutcome, ContactTest, ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { isMasked, NOT_TAKEN } from '../messages/masked-address.ts';
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

/** `maskedAnswer`: for readers who see masks. */
export interface TestResult extends ContactTest {
  readonly maskedAnswer: string;
}

/** For whom outcomes are read: what a receiver answered is shown to those who see its address. */
interface Asked {
  readonly id: string;
  readonly type: ContactType;
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
    contacts: readonly Asked[],
    seesMasks: boolean,
    tx: Transaction = this.#sql,
  ): Promise<ReadonlyMap<string, ContactOutcome | null>> {
    if (contacts.length === 0) return new Map();
    const masked = contacts.map(({ type }) => isMasked(seesMasks, type));
    const rows = await tx.$queryRaw<OutcomeRow[]>`
      SELECT contact.id, failing.created_at AS "failingSince",
        CASE WHEN asked.is_masked THEN coalesce(failing.masked_error, ${NOT_TAKEN}) ELSE failing.last_error END AS "failingError",
        settled.settled_at AS "settledAt",
        CASE settled.state WHEN 'FAILED' THEN
          CASE WHEN asked.is_masked THEN coalesce(settled.masked_error, ${NOT_TAKEN}) ELSE coalesce(settled.last_error, '') END
        END AS "settledError",
        contact.tested_at AS "testedAt", contact.test_outcome::text AS "testOutcome",
        CASE WHEN asked.is_masked THEN contact.masked_test_answer ELSE contact.test_answer END AS "testAnswer"
      FROM unnest(${contacts.map(({ id }) => id)}::text[], ${masked}::boolean[]) AS asked (id, is_masked)
      JOIN incident.contact ON contact.id = asked.id
      LEFT JOIN LATERAL (
        SELECT job.created_at, job.last_error, job.masked_error FROM incident.alert_job AS job
        WHERE job.channel = contact.type AND job.organization_id = contact.organization_id
          AND job.contact_id = contact.id AND job.state = 'PENDING' AND job.last_error IS NOT NULL
        ORDER BY job.id LIMIT 1
      ) AS failing ON true
      LEFT JOIN LATERAL (
        SELECT job.settled_at, job.state, job.last_error, job.masked_error FROM incident.alert_job AS job
        WHERE job.contact_id = contact.id AND job.state IN ('SENT', 'FAILED') ORDER BY job.settled_at DESC LIMIT 1
      ) AS settled ON true`;
    return new Map(rows.map((row) => [row.id, lastOutcome(messagesOf(row))]));
  }

  async ofContact(contact: Asked, seesMasks: boolean, tx?: Transaction): Promise<ContactOutcome | null> {
    return (await this.ofContacts([contact], seesMasks, tx)).get(contact.id) ?? null;
  }

  /** Does nothing if the contact was removed meanwhile. */
  async noteTest(
    id: string,
    { delivered, answer, maskedAnswer }: TestResult,
    at: Date,
    tx: Transaction = this.#sql,
  ): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.contact SET tested_at = ${at}, test_outcome = ${delivered ? 'REACHED' : 'FAILED'},
        test_answer = ${answer}, masked_test_answer = ${maskedAnswer}
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
