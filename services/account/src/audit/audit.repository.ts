import { newId } from '@vedette/contract/ids';
import { countOf, type Sql } from '@vedette/database/sql';
import { actorName, actorReference, type Origin } from './actor.ts';

/** One act, as it is written. */
export interface Act extends Origin {
  /** Null for an act that concerns no organization. */
  readonly organizationId: string | null;
  /** The id of the operation in the contract. */
  readonly operation: string;
  readonly resource?: { readonly id: string | null; readonly name: string | null };
  /** For updates: names of fields, never their values. */
  readonly changedFields?: readonly string[];
  readonly isRefused?: boolean;
}

export interface AuditLine {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actorName: string | null;
  readonly operation: string;
  readonly isRefused: boolean;
  readonly resourceId: string | null;
  readonly resourceName: string | null;
  readonly changedFields: string[];
  readonly requestId: string | null;
  readonly address: string | null;
}

/** Undefined: any. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly resource?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const MATCHES = `
  ($1::text IS NULL AND organization_id IS NULL OR organization_id = $1) AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR operation = $3)
  AND ($4::text IS NULL OR resource_id = $4) AND ($5::timestamptz IS NULL OR at >= $5)
  AND ($6::timestamptz IS NULL OR at < $6)`;

export class AuditRepository {
  constructor(private readonly sql: Sql) {}

  /** In the transaction of the act: there is one line for it, or neither. */
  async append(tx: Sql, act: Act, now: Date, id: string = newId('aud', now.getTime())): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.audit_log (id, organization_id, at, actor, actor_name, operation, is_refused, resource_id,
         resource_name, changed_fields, request_id, address)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      id,
      act.organizationId,
      now,
      actorReference(act.actor),
      actorName(act.actor),
      act.operation,
      act.isRefused ?? false,
      act.resource?.id ?? null,
      act.resource?.name ?? null,
      act.changedFields ?? [],
      act.requestId,
      act.address,
    );
  }

  /** False if the organization is deleted. Until the transaction ends, nobody else can delete it. */
  async holdOrganization(tx: Sql, organizationId: string): Promise<boolean> {
    const rows = await tx.$queryRawUnsafe<unknown[]>(
      'SELECT FROM account.organization WHERE id = $1 FOR KEY SHARE',
      organizationId,
    );
    return rows.length === 1;
  }

  /** The newest first. Null: the lines that belong to no organization. */
  async page(
    organizationId: string | null,
    filter: AuditFilter,
    limit: number,
    offset: number,
  ): Promise<{ lines: AuditLine[]; total: number }> {
    const { actor = null, operation = null, resource = null, from = null, to = null } = filter;
    const matched = [organizationId, actor, operation, resource, from, to];
    const [lines, total] = await Promise.all([
      this.sql.$queryRawUnsafe<AuditLine[]>(
        `SELECT id, at, actor, actor_name AS "actorName", operation, is_refused AS "isRefused",
           resource_id AS "resourceId", resource_name AS "resourceName", changed_fields AS "changedFields",
           request_id AS "requestId", address
         FROM account.audit_log WHERE ${MATCHES} ORDER BY id DESC LIMIT $7 OFFSET $8`,
        ...matched,
        limit,
        offset,
      ),
      countOf(this.sql, `account.audit_log WHERE ${MATCHES}`, ...matched),
    ]);
    return { lines, total };
  }

  /** Removes lines whose 400 days are over; a function of the schema may, and no statement. */
  async trim(now: Date): Promise<void> {
    await this.sql.$queryRawUnsafe('SELECT account.trim_audit_log($1)', now);
  }
}
