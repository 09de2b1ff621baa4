import type { Actor } from './caller.ts';
import type { ServiceName } from './subject.ts';

/** A line of the audit log, as it travels from the service that made the change to the account service. */
export interface AuditMessage {
  /** Also the id of the line: a line that arrives twice is written once. */
  readonly id: string;
  readonly organizationId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Actor;
  /** The id of the operation, or the request of the command line. */
  readonly operation: string;
  /** Null if the change concerns no resource; its id is null if it is not stored. */
  readonly resource: { readonly id: string | null; readonly name: string | null } | null;
  /** For updates: names of fields, never their values. */
  readonly changedFields: readonly string[];
  /** Null for commands. */
  readonly requestId: string | null;
  /** The address of the client; null for commands. */
  readonly address: string | null;
  /** Other lines of the same act, which travel with this one. */
  readonly more?: readonly Omit<AuditMessage, 'more'>[];
}

/** The services that send lines. The account service writes its own lines in the transactions of its changes. */
export const AUDITED_SERVICES = ['monitor', 'incident', 'status-page', 'webhook-dispatcher'] as const;

/** The subject of the lines that a service sends. */
export function auditSubject(service: ServiceName): string {
  return `vedette.audit.${service}`;
}
