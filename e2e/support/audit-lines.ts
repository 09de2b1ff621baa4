import type { Operation } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { paramNames } from '../attacks/support/request-fields.ts';

/** A write as it was sent and answered. */
export interface SentWrite {
  readonly operation: Operation;
  readonly actor: string;
  readonly requestId: string;
  readonly isReplayed: boolean;
}

interface Line {
  readonly request_id: string;
  readonly actor: string;
  readonly operation: string;
  readonly resource_id: string | null;
  readonly resource_name: string | null;
  readonly changed_fields: string[];
  readonly address: string | null;
}

/** The services that send their lines. */
const SCHEMAS = ['monitor', 'incident', 'status_page', 'webhook_dispatcher'];
/** A session has no name. */
const NAMELESS = new Set(['endOneSession']);
/** The monitor is not stored. */
const UNSTORED = new Set(['runMonitorTest']);
/** Each of many resources is named as if it had been changed alone. */
const NAMED_AS: Readonly<Record<string, string>> = { bulkMonitors: 'pauseMonitor' };
const VISIBLE_WITHIN_MS = 2_000;

export async function linesOf(database: pg.Client, writes: readonly { readonly requestId: string }[]): Promise<Line[]> {
  const { rows } = await database.query<Line>('SELECT * FROM account.audit_log WHERE request_id = ANY ($1)', [
    writes.map(({ requestId }) => requestId),
  ]);
  return rows;
}

/** The requests of the lines that the services have committed, whether or not they are sent yet. */
async function committedBy(database: pg.Client, writes: readonly SentWrite[]): Promise<string[]> {
  const selects = SCHEMAS.map((schema) => `SELECT subject, payload FROM ${schema}.outbox`);
  const { rows } = await database.query<{ request_id: string }>(
    `SELECT payload::json->>'requestId' AS request_id FROM (${selects.join(' UNION ALL ')}) AS fact
     WHERE subject LIKE 'vedette.audit.%' AND payload::json->>'requestId' = ANY ($1)`,
    [writes.map(({ requestId }) => requestId)],
  );
  return rows.map((row) => row.request_id);
}

/** What is wrong with the lines that writes have left, in words. */
export async function auditFaults(
  database: pg.Client,
  writes: readonly SentWrite[],
  secrets: readonly string[],
): Promise<string[]> {
  const changes = writes.filter(({ isReplayed }) => !isReplayed);
  const arrived = async (): Promise<boolean> => (await linesOf(database, writes)).length >= changes.length;
  const late = await waitFor('the lines', arrived, { timeoutMs: VISIBLE_WITHIN_MS }).then(
    () => [],
    () => ['not every line is there within two seconds'],
  );
  const [lines, committed] = [await linesOf(database, writes), await committedBy(database, writes)];
  const text = JSON.stringify(lines);
  return [
    ...late,
    ...writes.flatMap((write) => countFaults(write, lines, committed)),
    ...changes.flatMap((write) =>
      lineFaults(
        write,
        lines.find((line) => line.request_id === write.requestId),
      ),
    ),
    ...secrets.filter((secret) => secret !== '' && text.includes(secret)).map((secret) => `a line holds ${secret}`),
  ];
}

/** The account service writes its lines into the log at once; the others commit them to their outboxes first. */
function countFaults(write: SentWrite, lines: readonly Line[], committed: readonly string[]): string[] {
  const { operation, requestId, isReplayed } = write;
  const wanted = isReplayed ? 0 : 1;
  const written = lines.filter((line) => line.request_id === requestId).length;
  const told = operation.service === 'account' ? wanted : committed.filter((each) => each === requestId).length;
  const what = isReplayed ? `the replay of ${operation.id}` : operation.id;
  return [
    ...(written === wanted ? [] : [`${what} has ${written} lines`]),
    ...(told === wanted ? [] : [`${what} has committed ${told} lines`]),
  ];
}

function lineFaults({ operation, actor }: SentWrite, line: Line | undefined): string[] {
  const { id, method, service } = operation;
  if (line === undefined) return [];
  // A sign-in is ascribed to the person who signed in by it.
  const isActor = line.actor === actor || (id === 'redeemSignInLink' && line.actor.startsWith('person:'));
  const hasResource = service !== 'account' || paramNames(operation).length > 0;
  const isUpdate = method === 'PATCH' || method === 'PUT';
  const claims = {
    'the operation': line.operation === (NAMED_AS[id] ?? id),
    'the actor': isActor,
    'the address': /127\.0\.0\.1$|^::1$/.test(line.address ?? ''),
    'the id of the resource': !hasResource || (line.resource_id === null) === UNSTORED.has(id),
    'the name of the resource': !hasResource || NAMELESS.has(id) || line.resource_name !== null,
    'the changed fields': line.changed_fields.length > 0 === isUpdate,
  };
  return Object.entries(claims).flatMap(([claim, holds]) =>
    holds ? [] : [`${id}: ${claim} (${JSON.stringify(line)})`],
  );
}
