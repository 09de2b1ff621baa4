import { countOf, type Sql } from '@vedette/database/sql';
import type { Notice } from './notice-text.ts';

/** A mail to be sent. It holds no token: the token is made when the mail is sent. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: 'SIGN_IN_LINK' | 'INVITATION' | Notice['kind'];
  readonly address: string;
  /** Null unless it is an invitation. */
  readonly invitationId: string | null;
  /** Null for a mail with a link. */
  readonly notice: Notice | null;
  readonly failures: number;
  readonly createdAt: Date;
}

export type NewMail = Pick<QueuedMail, 'kind' | 'address' | 'invitationId' | 'notice'>;

export class MailRepository {
  constructor(private readonly sql: Sql) {}

  async queue(tx: Sql, mail: NewMail, now: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.mail (kind, address, invitation_id, notice, created_at, next_try_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $5)`,
      mail.kind,
      mail.address,
      mail.invitationId,
      mail.notice === null ? null : JSON.stringify(mail.notice),
      now,
    );
  }

  /** Takes the mails that are due, until the lease ends. Replicas take different ones. */
  async take(most: number, now: Date, leaseEndsAt: Date): Promise<QueuedMail[]> {
    return this.sql.$queryRawUnsafe<QueuedMail[]>(
      `WITH due AS (
         SELECT id FROM account.mail WHERE ended_at IS NULL AND next_try_at <= $1
         ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       UPDATE account.mail SET next_try_at = $3 FROM due WHERE mail.id = due.id
       RETURNING mail.id::text, kind, address, invitation_id AS "invitationId", notice, failures,
         created_at AS "createdAt"`,
      now,
      most,
      leaseEndsAt,
    );
  }

  countSent(tx: Sql, { kind, address }: QueuedMail, since: Date): Promise<number> {
    const sent = 'account.mail WHERE address = $1 AND kind = $2 AND is_sent AND ended_at > $3';
    return countOf(tx, sent, address, kind, since);
  }

  async end(tx: Sql, id: string, isSent: boolean, now: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.mail SET ended_at = $3, is_sent = $2 WHERE id = $1::bigint',
      id,
      isSent,
      now,
    );
  }

  async tryAgain(tx: Sql, id: string, at: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.mail SET failures = failures + 1, next_try_at = $2 WHERE id = $1::bigint',
      id,
      at,
    );
  }

  /** How long the mail that is overdue most has been due; 0 if none is. */
  async oldestDueSeconds(now: Date): Promise<number> {
    const rows = await this.sql.$queryRawUnsafe<{ oldest: Date | null }[]>(
      'SELECT min(next_try_at) AS oldest FROM account.mail WHERE ended_at IS NULL AND next_try_at <= $1',
      now,
    );
    const oldest = rows[0]?.oldest ?? now;
    return (now.getTime() - oldest.getTime()) / 1_000;
  }

  async tidy(before: Date): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.mail WHERE ended_at < $1', before);
  }
}
