import type { Sql } from '@vedette/database';
import type { SessionTimes } from './session-lifetime.ts';

export interface Session extends SessionTimes {
  readonly id: string;
  readonly personId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface NewSession {
  readonly id: string;
  /** In base64. */
  readonly hash: string;
  readonly personId: string;
  readonly signedInAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

const COLUMNS = `
  id, person_id AS "personId", signed_in_at AS "signedInAt", last_used_at AS "lastUsedAt", address,
  user_agent AS "userAgent"`;

export class SessionRepository {
  constructor(private readonly sql: Sql) {}

  /** By hash, in base64; unknown ones are left out. */
  async findByHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, Session>> {
    const rows = await this.sql.$queryRawUnsafe<(Session & { hash: string })[]>(
      `SELECT encode(hash, 'base64') AS hash, ${COLUMNS} FROM account.session WHERE hash = ANY ($1::bytea[])`,
      hashes.map((hash) => Buffer.from(hash, 'base64')),
    );
    return new Map(rows.map(({ hash, ...session }) => [hash, session]));
  }

  async find(id: string, sql: Sql = this.sql): Promise<Session | undefined> {
    const rows = await sql.$queryRawUnsafe<Session[]>(`SELECT ${COLUMNS} FROM account.session WHERE id = $1`, id);
    return rows[0];
  }

  /** The newest first. */
  async listOf(personId: string): Promise<Session[]> {
    return this.sql.$queryRawUnsafe<Session[]>(
      `SELECT ${COLUMNS} FROM account.session WHERE person_id = $1 ORDER BY id DESC`,
      personId,
    );
  }

  async insert(tx: Sql, session: NewSession): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.session (id, hash, person_id, signed_in_at, last_used_at, address, user_agent)
       VALUES ($1, $2, $3, $4, $4, $5, $6)`,
      session.id,
      Buffer.from(session.hash, 'base64'),
      session.personId,
      session.signedInAt,
      session.address,
      session.userAgent,
    );
  }

  /** Rows are locked in the order of their ids, so that replicas cannot deadlock. */
  async noteUse(ids: readonly string[], now: Date): Promise<void> {
    await this.sql.$executeRawUnsafe(
      `WITH used AS (SELECT id FROM account.session WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE)
       UPDATE account.session SET last_used_at = greatest(last_used_at, $2) FROM used WHERE session.id = used.id`,
      ids,
      now,
    );
  }

  /** False when the person has no such session. */
  async delete(tx: Sql, personId: string, id: string): Promise<boolean> {
    const deleted = await tx.$executeRawUnsafe(
      'DELETE FROM account.session WHERE id = $1 AND person_id = $2',
      id,
      personId,
    );
    return deleted === 1;
  }

  async deleteAll(tx: Sql, personId: string): Promise<void> {
    await tx.$executeRawUnsafe('DELETE FROM account.session WHERE person_id = $1', personId);
  }

  async deleteUnusedSince(before: Date): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.session WHERE last_used_at < $1', before);
  }
}
