import { countOf, type Sql } from '@vedette/database/sql';
import type { MadeInvitation } from './invitation-limits.ts';
import type { InvitationTerms } from './invitation-terms.ts';

export interface Invitation extends InvitationTerms {
  readonly id: string;
  readonly organizationId: string;
  /** The name of the person who invites; null if they are gone. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
}

export interface NewInvitation extends Omit<Invitation, 'invitedBy' | 'inviterRole'> {
  /** In base64; null until the token is mailed. */
  readonly hash: string | null;
  /** The id of the person who invites. */
  readonly inviterId: string;
}

const INVITATIONS = `
  SELECT invitation.id, invitation.organization_id AS "organizationId", invitation.email, invitation.role,
    invitation.is_mailed AS "isMailed", person.name AS "invitedBy", inviter.role AS "inviterRole",
    invitation.created_at AS "createdAt", invitation.expires_at AS "expiresAt"
  FROM account.invitation
  LEFT JOIN account.person ON person.id = invitation.invited_by
  LEFT JOIN account.membership AS inviter
    ON inviter.organization_id = invitation.organization_id AND inviter.person_id = invitation.invited_by`;

export class InvitationRepository {
  constructor(private readonly sql: Sql) {}

  /** Those that can be accepted, the newest first. */
  async page(
    organizationId: string,
    now: Date,
    limit: number,
    offset: number,
  ): Promise<{ invitations: Invitation[]; total: number }> {
    const [invitations, total] = await Promise.all([
      this.sql.$queryRawUnsafe<Invitation[]>(
        `${INVITATIONS} WHERE invitation.organization_id = $1 AND invitation.expires_at > $2
         ORDER BY invitation.id DESC LIMIT $3 OFFSET $4`,
        organizationId,
        now,
        limit,
        offset,
      ),
      this.count(this.sql, organizationId, now),
    ]);
    return { invitations, total };
  }

  /** Those that can be accepted. */
  count(sql: Sql, organizationId: string, now: Date): Promise<number> {
    return countOf(sql, 'account.invitation WHERE organization_id = $1 AND expires_at > $2', organizationId, now);
  }

  /** False when the address has an invitation already. One that has expired is replaced. */
  async insert(tx: Sql, invitation: NewInvitation): Promise<boolean> {
    await tx.$executeRawUnsafe(
      'DELETE FROM account.invitation WHERE organization_id = $1 AND email = $2 AND expires_at <= $3',
      invitation.organizationId,
      invitation.email,
      invitation.createdAt,
    );
    const inserted = await tx.$executeRawUnsafe(
      `INSERT INTO account.invitation
         (id, organization_id, email, role, hash, is_mailed, invited_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT ON CONSTRAINT invitation_address DO NOTHING`,
      invitation.id,
      invitation.organizationId,
      invitation.email,
      invitation.role,
      invitation.hash === null ? null : Buffer.from(invitation.hash, 'base64'),
      invitation.isMailed,
      invitation.inviterId,
      invitation.createdAt,
      invitation.expiresAt,
    );
    return inserted === 1;
  }

  async find(organizationId: string, id: string, sql: Sql = this.sql): Promise<Invitation | undefined> {
    const rows = await sql.$queryRawUnsafe<Invitation[]>(
      `${INVITATIONS} WHERE invitation.organization_id = $1 AND invitation.id = $2`,
      organizationId,
      id,
    );
    return rows[0];
  }

  /** Undefined when no invitation has this token. */
  async organizationOf(tx: Sql, hash: string): Promise<string | undefined> {
    const rows = await tx.$queryRawUnsafe<{ organizationId: string }[]>(
      'SELECT organization_id AS "organizationId" FROM account.invitation WHERE hash = $1',
      Buffer.from(hash, 'base64'),
    );
    return rows[0]?.organizationId;
  }

  /** Locks the invitation until the transaction ends: it is accepted once. */
  async lock(tx: Sql, hash: string): Promise<Invitation | undefined> {
    const rows = await tx.$queryRawUnsafe<Invitation[]>(
      `${INVITATIONS} WHERE invitation.hash = $1 FOR UPDATE OF invitation`,
      Buffer.from(hash, 'base64'),
    );
    return rows[0];
  }

  /** Undefined when the invitation is gone. */
  async setToken(tx: Sql, id: string, hash: string): Promise<Invitation | undefined> {
    const bytes = Buffer.from(hash, 'base64');
    await tx.$executeRawUnsafe('UPDATE account.invitation SET hash = $2 WHERE id = $1', id, bytes);
    return this.lock(tx, hash);
  }

  /** What the organization has made, deleted ones too. */
  madeSince(tx: Sql, organizationId: string, email: string, since: Date): PromiseLike<MadeInvitation[]> {
    return tx.$queryRawUnsafe<MadeInvitation[]>(
      `SELECT at, email = $2 AS "isToAddress" FROM account.invitation_made WHERE organization_id = $1 AND at > $3`,
      organizationId,
      email,
      since,
    );
  }

  async noteMade(tx: Sql, organizationId: string, email: string, at: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      'INSERT INTO account.invitation_made (organization_id, email, at) VALUES ($1, $2, $3)',
      organizationId,
      email,
      at,
    );
  }

  /** Deletes what does not count any more. */
  async tidy(before: Date): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.invitation_made WHERE at < $1', before);
  }

  async delete(tx: Sql, id: string): Promise<void> {
    await tx.$executeRawUnsafe('DELETE FROM account.invitation WHERE id = $1', id);
  }
}
