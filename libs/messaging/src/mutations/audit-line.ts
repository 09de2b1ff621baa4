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
  /** For a change of many resources: each, under the operation that would have changed it alone. */
  readonly each?: readonly { readonly operation: string; readonly id: string; readonly name: string | null }[];
}

type Line = Omit<AuditMessage, 'id' | 'more'>;

const MOST_LINES_OF_MESSAGE = 50;

/** The lines of a change of many resources travel together, because lines of others may have to wait for each message. */
export function auditMessages(lines: readonly Omit<AuditMessage, 'more'>[]): AuditMessage[] {
  const messages: AuditMessage[] = [];
  for (let from = 0; from < lines.length; from += MOST_LINES_OF_MESSAGE) {
    const [first, ...more] = lines.slice(from, from + MOST_LINES_OF_MESSAGE);
    if (first !== undefined) messages.push(more.length > 0 ? { ...first, more } : first);
  }
  return messages;
}

/** One line for each changed resource; one without a resource if nothing was changed. */
export function auditLines(
  act: Act,
  organizationId: string,
  answer: unknown,
  details: AuditDetails,
  now: Date,
): readonly Line[] {
  const { each = [], ...rest } = details;
  if (each.length === 0) return [auditLine(act, organizationId, answer, rest, now)];
  return each.map(({ operation, ...resource }) =>
    auditLine({ ...act, operation }, organizationId, answer, resource, now),
  );
}

/**
 * The resource is the one that the mutation names, else the one in the path, else the one in the answer. An answer
 * about another resource, such as the delivery of a tested endpoint, does not name it.
 */
function auditLine(
  act: Act,
  organizationId: string,
  answer: unknown,
  details: Omit<AuditDetails, 'each'>,
  now: Date,
): Line {
  const answered = fieldsOf(answer);
  const answeredId = [answered['id'], fieldsOf(answered['data'])['id']].find(isText);
  const id = details.id ?? act.resourceId ?? answeredId;
  const isAnswered = answeredId !== undefined && id === answeredId;
  const answeredName = isAnswered ? [answered['name'], answered['title']].find(isText) : undefined;
  const name = details.name ?? answeredName ?? null;
  return {
    organizationId,
    at: now.toISOString(),
    actor: act.actor,
    operation: act.operation,
    resource: id === undefined && name === null ? null : { id: id ?? null, name },
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
