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

/** A line that is to be written. */
export interface NewLine {
  readonly id: string;
  readonly at: Date;
  readonly act: Act;
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
  append(tx: Sql, act: Act, now: Date, id: string = newId('aud', now.getTime())): Promise<void> {
    return this.appendAll(tx, [{ id, at: now, act }]);
  }

  async appendAll(tx: Sql, lines: readonly NewLine[]): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.audit_log (id, organization_id, at, actor, actor_name, operation, is_refused, resource_id,
         resource_name, changed_fields, request_id, address)
       SELECT id, organization_id, at, actor, actor_name, operation, is_refused, resource_id, resource_name,
         changed_fields, request_id, address
       FROM jsonb_to_recordset($1::jsonb) AS line (id text, organization_id text, at timestamptz, actor text,
         actor_name text, operation text, is_refused boolean, resource_id text, resource_name text,
         changed_fields text[], request_id text, address text)`,
      JSON.stringify(lines.map(rowOf)),
    );
  }

  /** Those of these organizations that are not deleted. Until the transaction ends, nobody else can delete them. */
  async holdOrganizations(tx: Sql, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
      'SELECT id FROM account.organization WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE',
      ids,
    );
    return new Set(rows.map(({ id }) => id));
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

  /** Removes lines older than 400 days by a function of the schema: the role of the service may not delete lines. */
  async trim(now: Date): Promise<void> {
    await this.sql.$queryRawUnsafe('SELECT account.trim_audit_log($1)', now);
  }
}

function rowOf({ id, at, act }: NewLine): Readonly<Record<string, unknown>> {
  return {
    id,
    organization_id: act.organizationId,
    at,
    actor: actorReference(act.actor),
    actor_name: actorName(act.actor),
    operation: act.operation,
    is_refused: act.isRefused ?? false,
    resource_id: act.resource?.id ?? null,
    resource_name: act.resource?.name ?? null,
    changed_fields: act.changedFields ?? [],
    request_id: act.requestId,
    address: act.address,
  };
}
