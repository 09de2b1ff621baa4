import type { Sql } from '@vedette/database';
import type { LinkTimes, TryKind } from './sign-in-links.ts';

export interface SignInLink extends LinkTimes {
  readonly personId: string;
  /** The organization that opens after the sign-in; null: the one that the person opened last. */
  readonly organizationId: string | null;
}

export interface NewSignInLink {
  /** In base64. */
  readonly hash: string;
  readonly personId: string;
  readonly organizationId: string | null;
  readonly expiresAt: Date;
}

export class SignInRepository {
  constructor(private readonly sql: Sql) {}

  async insertLink(tx: Sql, link: NewSignInLink): Promise<void> {
    await tx.$executeRawUnsafe(
      'INSERT INTO account.sign_in_link (hash, person_id, organization_id, expires_at) VALUES ($1, $2, $3, $4)',
      Buffer.from(link.hash, 'base64'),
      link.personId,
      link.organizationId,
      link.expiresAt,
    );
  }

  /** Locks the link until the transaction ends: of two requests that redeem it, the second sees that it is used. */
  async lockLink(tx: Sql, hash: string): Promise<SignInLink | undefined> {
    const rows = await tx.$queryRawUnsafe<SignInLink[]>(
      `SELECT person_id AS "personId", organization_id AS "organizationId", expires_at AS "expiresAt",
         used_at AS "usedAt"
       FROM account.sign_in_link WHERE hash = $1 FOR UPDATE`,
      Buffer.from(hash, 'base64'),
    );
    return rows[0];
  }

  async markUsed(tx: Sql, hash: string, now: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.sign_in_link SET used_at = $2 WHERE hash = $1',
      Buffer.from(hash, 'base64'),
      now,
    );
  }

  /** The tries of an address follow one another until the transaction ends, so that each counts those before it. */
  async lockTries(tx: Sql, kind: TryKind, address: string, since: Date): Promise<Date[]> {
    await tx.$queryRawUnsafe('SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 0))', `${kind} ${address}`);
    const rows = await tx.$queryRawUnsafe<{ at: Date }[]>(
      'SELECT at FROM account.sign_in_try WHERE address = $1 AND kind = $2 AND at > $3',
      address,
      kind,
      since,
    );
    return rows.map(({ at }) => at);
  }

  async insertTry(tx: Sql, kind: TryKind, address: string, at: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      'INSERT INTO account.sign_in_try (address, kind, at) VALUES ($1, $2, $3)',
      address,
      kind,
      at,
    );
  }

  /** Deletes the links that ended before, and the tries that no longer count. */
  async tidy(before: Date): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.sign_in_link WHERE expires_at < $1', before);
    await this.sql.$executeRawUnsafe('DELETE FROM account.sign_in_try WHERE at < $1', before);
  }
}
