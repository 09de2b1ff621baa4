import { countOf, type Sql } from '@vedette/database/sql';
import type { Notice } from './mail-text.ts';

/** A mail to be sent. It holds no token: the token is made when the mail is sent. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: 'SIGN_IN_LINK' | 'INVITATION' | Notice['kind'];
  readonly address: string;
  /** The organization that the mail is about; null for a mail about a sign-in. */
  readonly organizationId: string | null;
  /** Null unless it is an invitation. */
  readonly invitationId: string | null;
  /** Null for a mail with a link. */
  readonly notice: Notice | null;
  readonly failures: number;
  readonly createdAt: Date;
}

export type NewMail = Pick<QueuedMail, 'kind' | 'address' | 'organizationId' | 'invitationId' | 'notice'>;

/** Mails about sign-ins never wait for those of organizations. */
export const MAIL_LANES = ['SIGN_IN', 'ORGANIZATION'] as const;
export type MailLane = (typeof MAIL_LANES)[number];

const DUE = 'mail.ended_at IS NULL AND mail.next_try_at <= $1';

/** When it is the turn of each mail that is due. */
const TURNS: Readonly<Record<MailLane, string>> = {
  SIGN_IN: `turn AS (
    SELECT id, 1 AS number, NULL::timestamptz AS served_at FROM account.mail
    WHERE organization_id IS NULL AND ${DUE} ORDER BY next_try_at, id LIMIT 100
  )`,
  ORGANIZATION: `waiting AS (
    SELECT id, organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY next_try_at, id) AS number
    FROM account.mail WHERE organization_id IS NOT NULL AND ${DUE}
  ), served AS (
    SELECT organization_id, max(taken_at) AS served_at FROM account.mail
    WHERE organization_id IN (SELECT organization_id FROM waiting) GROUP BY organization_id
  ), turn AS (
    SELECT id, number, served_at FROM waiting JOIN served USING (organization_id)
  )`,
};

export class MailRepository {
  constructor(private readonly sql: Sql) {}

  async queue(tx: Sql, mail: NewMail, now: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.mail (kind, address, organization_id, invitation_id, notice, created_at, next_try_at)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6, $6)`,
      mail.kind,
      mail.address,
      mail.organizationId,
      mail.invitationId,
      mail.notice === null ? null : JSON.stringify(mail.notice),
      now,
    );
  }

  /**
   * Takes mails of a lane that are due, until the lease ends. Replicas take different ones. Organizations take turns: each
   * gives its oldest mail before any gives a second one, and whoever has waited longest for a turn comes first.
   */
  async take(lane: MailLane, most: number, now: Date, leaseEndsAt: Date): Promise<QueuedMail[]> {
    return this.sql.$queryRawUnsafe<QueuedMail[]>(
      `WITH ${TURNS[lane]}, due AS (
         SELECT mail.id FROM account.mail JOIN turn ON turn.id = mail.id
         WHERE ${DUE}
         ORDER BY turn.number, turn.served_at NULLS FIRST, mail.next_try_at, mail.id
         LIMIT $2 FOR UPDATE OF mail SKIP LOCKED
       )
       UPDATE account.mail SET next_try_at = $3, taken_at = $1 FROM due WHERE mail.id = due.id
       RETURNING mail.id::text, kind, address, organization_id AS "organizationId", invitation_id AS "invitationId",
         notice, failures, created_at AS "createdAt"`,
      now,
      most,
      leaseEndsAt,
    );
  }

  /**
   * Counts the other mails of this kind that the address got, or may be getting now, on behalf of the same organization.
   * Until the transaction ends, nobody else counts them.
   */
  async lockTried(tx: Sql, { id, kind, address, organizationId }: QueuedMail, since: Date): Promise<number> {
    await tx.$queryRawUnsafe('SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 0))', `mail ${kind} ${address}`);
    return countOf(
      tx,
      `account.mail WHERE address = $1 AND kind = $2 AND organization_id IS NOT DISTINCT FROM $3 AND tried_at > $4
         AND (ended_at IS NULL OR is_sent) AND id <> $5::bigint`,
      address,
      kind,
      organizationId,
      since,
      id,
    );
  }

  async noteTry(tx: Sql, id: string, now: Date): Promise<void> {
    await tx.$executeRawUnsafe('UPDATE account.mail SET tried_at = $2 WHERE id = $1::bigint', id, now);
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
