import type { Sql } from '@vedette/database';
import { AuditRepository } from '../audit/audit.repository.ts';
import type { Context } from './command.ts';

interface Changed {
  readonly id: string;
  readonly name: string;
}

interface Recorded<T> {
  readonly operation: string;
  readonly changedFields?: readonly string[];
  /** Undefined if there was nothing to change: then no line is written. */
  readonly change: (tx: Sql) => Promise<T | undefined>;
  readonly organizationOf: (changed: T) => string;
}

/** Writes a line of the audit log for each change that another service has made for this command. */
export async function recordDone(
  { connections, now, operator }: Context,
  operation: string,
  changed: readonly Changed[],
): Promise<void> {
  const audit = new AuditRepository(await connections.sql());
  const mutations = await connections.mutations();
  const origin = { actor: operator, requestId: null, address: null, organizationId: null };
  await mutations.run(async (tx) => {
    for (const resource of changed) await audit.append(tx, { ...origin, operation, resource }, now);
  });
}

/** Makes a change and writes its line of the audit log, both or neither. */
export async function recorded<T extends Changed>(
  { connections, now, operator }: Context,
  { operation, changedFields = [], change, organizationOf }: Recorded<T>,
): Promise<T | undefined> {
  const audit = new AuditRepository(await connections.sql());
  const mutations = await connections.mutations();
  return mutations.run(async (tx) => {
    const changed = await change(tx);
    if (changed === undefined) return undefined;
    const organizationId = organizationOf(changed);
    const origin = { actor: operator, requestId: null, address: null };
    await audit.append(tx, { ...origin, organizationId, operation, changedFields, resource: changed }, now);
    return changed;
  });
}
