import type { Sql } from '@vedette/database';

/** A deletion whose sweeps are not over. */
export interface PendingDeletion {
  readonly id: string;
  readonly deletedAt: Date;
  readonly sweeps: number;
}

/** The ids of those whose credentials end with an organization. */
export interface EndedCredentials {
  readonly keyIds: readonly string[];
  readonly personIds: readonly string[];
}

/** The rows of an organization that only the deletion touches together. */
export class OrganizationDeletionRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Removes the organization with its keys, memberships, invitations and mails, so that nobody can act in it any more, and
   * notes that its other data is to be erased. The caller has locked the organization.
   */
  async delete(tx: Sql, id: string, now: Date): Promise<EndedCredentials> {
    await tx.$executeRawUnsafe(
      `DELETE FROM account.key_secret USING account.api_key
       WHERE api_key.id = key_secret.key_id AND api_key.organization_id = $1`,
      id,
    );
    const keys = await tx.$queryRawUnsafe<{ id: string }[]>(
      'DELETE FROM account.api_key WHERE organization_id = $1 RETURNING id',
      id,
    );
    for (const table of ['invitation', 'invitation_made', 'mail']) {
      await tx.$executeRawUnsafe(`DELETE FROM account.${table} WHERE organization_id = $1`, id);
    }
    const people = await tx.$queryRawUnsafe<{ id: string }[]>(
      'DELETE FROM account.membership WHERE organization_id = $1 RETURNING person_id AS id',
      id,
    );
    await tx.$executeRawUnsafe('DELETE FROM account.organization WHERE id = $1', id);
    const personIds = people.map((person) => person.id);
    await this.#endSessions(tx, personIds);
    await tx.$executeRawUnsafe(
      'INSERT INTO account.organization_deletion (id, deleted_at, due_at) VALUES ($1, $2, $2)',
      id,
      now,
    );
    return { keyIds: keys.map((key) => key.id), personIds };
  }

  /** Takes the deletion that has waited longest, until the lease ends. Replicas take different ones. */
  async take(now: Date, leaseEndsAt: Date): Promise<PendingDeletion | undefined> {
    const rows = await this.sql.$queryRawUnsafe<PendingDeletion[]>(
      `UPDATE account.organization_deletion SET due_at = $2 WHERE id IN (
         SELECT id FROM account.organization_deletion WHERE due_at <= $1
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       RETURNING id, deleted_at AS "deletedAt", sweeps`,
      now,
      leaseEndsAt,
    );
    return rows[0];
  }

  /** Since when the oldest deletion is not finished; 0 if there is none. */
  async oldestSeconds(now: Date): Promise<number> {
    const rows = await this.sql.$queryRawUnsafe<{ oldest: Date | null }[]>(
      'SELECT min(deleted_at) AS oldest FROM account.organization_deletion',
    );
    const oldest = rows[0]?.oldest ?? now;
    return (now.getTime() - oldest.getTime()) / 1_000;
  }

  async postpone(id: string, sweeps: number, dueAt: Date): Promise<void> {
    await this.sql.$executeRawUnsafe(
      'UPDATE account.organization_deletion SET sweeps = $2, due_at = $3 WHERE id = $1',
      id,
      sweeps,
      dueAt,
    );
  }

  async end(id: string): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.organization_deletion WHERE id = $1', id);
  }

  /** Erases up to `limit` lines of the organization's audit log; returns how many. */
  async eraseAuditLog(id: string, limit: number): Promise<number> {
    const rows = await this.sql.$queryRawUnsafe<{ erased: number }[]>(
      'SELECT account.erase_audit_log($1, $2)::integer AS erased',
      id,
      limit,
    );
    return rows[0]?.erased ?? 0;
  }

  /** People who are left in no organization have nothing to be signed in for. */
  async #endSessions(tx: Sql, personIds: readonly string[]): Promise<void> {
    await tx.$executeRawUnsafe(
      `DELETE FROM account.session WHERE person_id = ANY ($1) AND NOT EXISTS (
         SELECT FROM account.membership WHERE membership.person_id = session.person_id
       )`,
      personIds,
    );
  }
}
