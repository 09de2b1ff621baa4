// Decides what the audit log says about a write: the resource that it concerns, and the fields that it changed.
import { isDeepStrictEqual } from 'node:util';
import type { AuditMessage } from '@vedette/contract';
import type { Act } from '../rpc/act.ts';

/** What a mutation says about itself that its answer does not show. */
export interface AuditDetails {
  readonly id?: string;
  readonly name?: string | null;
  /** For updates: names of fields, never their values. */
  readonly changedFields?: readonly string[];
}

/**
 * The resource is the one that the mutation names, else the one in the path, else the one in the answer. An answer
 * about another resource, such as the delivery of a tested endpoint, does not name it.
 */
export function auditLine(
  act: Act,
  organizationId: string,
  answer: unknown,
  details: AuditDetails,
  now: Date,
): Omit<AuditMessage, 'id'> {
  const answered = fieldsOf(answer);
  const answeredId = [answered['id'], fieldsOf(answered['data'])['id']].find(isText);
  const id = details.id ?? act.resourceId ?? answeredId;
  const answeredName = id === answeredId ? [answered['name'], answered['title']].find(isText) : undefined;
  return {
    organizationId,
    at: now.toISOString(),
    actor: act.actor,
    operation: act.operation,
    resource: id === undefined ? null : { id, name: details.name ?? answeredName ?? null },
    changedFields: details.changedFields ?? [],
    requestId: act.requestId,
    address: act.address,
  };
}

/** Which of the sent fields an update has changed. `before` and `after` hold them under the names that clients use. */
export function changedFields(sent: object, before: object, after: object): string[] {
  const [old, present] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(sent).filter((name) => !isDeepStrictEqual(old[name], present[name]));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
