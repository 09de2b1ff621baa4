import type { Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';

export interface WithdrawnInvitation {
  readonly id: string;
  readonly email: string;
}

/** The rows by which somebody could still act in an organization, or let others in, after losing a role. */
export class DepartureRepository {
  constructor(private readonly sql: Sql) {}

  /** Deletes what a member has invited to these roles. The caller has locked the organization. */
  async withdrawInvitations(
    tx: Sql,
    organizationId: string,
    personId: string,
    roles: readonly Role[],
  ): Promise<WithdrawnInvitation[]> {
    return tx.$queryRawUnsafe<WithdrawnInvitation[]>(
      `DELETE FROM account.invitation WHERE organization_id = $1 AND invited_by = $2 AND role = ANY ($3)
       RETURNING id, email`,
      organizationId,
      personId,
      roles,
    );
  }

  /** Deletes the ways by which somebody who was removed would come back: an invitation of theirs, and sign-in links. */
  async withdrawReturns(tx: Sql, organizationId: string, personId: string): Promise<WithdrawnInvitation[]> {
    await tx.$executeRawUnsafe(
      'DELETE FROM account.sign_in_link WHERE organization_id = $1 AND person_id = $2',
      organizationId,
      personId,
    );
    return tx.$queryRawUnsafe<WithdrawnInvitation[]>(
      `DELETE FROM account.invitation USING account.person
       WHERE organization_id = $1 AND person.id = $2 AND invitation.email = person.email
       RETURNING invitation.id, invitation.email`,
      organizationId,
      personId,
    );
  }

  /** The names of the keys that have a secret which was shown to this actor, and which are not over. */
  async keysShownTo(organizationId: string, actor: string, now: Date, sql: Sql = this.sql): Promise<string[]> {
    const rows = await sql.$queryRawUnsafe<{ name: string }[]>(
      `SELECT name FROM account.api_key
       WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3) AND EXISTS (
         SELECT FROM account.key_secret
         WHERE key_id = api_key.id AND coalesce(shown_to, created_by) = $2 AND (ends_at IS NULL OR ends_at > $3)
       )
       ORDER BY id`,
      organizationId,
      actor,
      now,
    );
    return rows.map(({ name }) => name);
  }

  async ownerAddresses(tx: Sql, organizationId: string): Promise<string[]> {
    const rows = await tx.$queryRawUnsafe<{ email: string }[]>(
      `SELECT person.email FROM account.membership JOIN account.person ON person.id = membership.person_id
       WHERE membership.organization_id = $1 AND membership.role = 'OWNER' ORDER BY person.id`,
      organizationId,
    );
    return rows.map(({ email }) => email);
  }
}
