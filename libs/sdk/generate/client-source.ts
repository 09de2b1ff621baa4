/** Writes the types and the table of operations of the client from the two contracts. */
import {
  consoleOnlyOperations,
  CONTACT_TYPES,
  DNS_RECORD_TYPES,
  EVENT_TYPES,
  eventDefinitions,
  MONITOR_STATES,
  MONITOR_TYPES,
  type Operation,
  operations,
  REQUEST_METHODS,
  ROLES,
  STATUS_INCIDENT_STATES,
  takesIdempotencyKey,
} from '@vedette/contract';
import { ERROR_STATUS } from '@vedette/contract/errors';
import { DEFAULT_DEADLINE_MS } from '@vedette/contract/subject';
import type { OperationRow } from '../src/operation-row.ts';
import { capitalized, groupOf, methodName } from './method-name.ts';
import { comment, type Schema, TypeText } from './type-text.ts';

const HEAD = '// Made from libs/contract by `npx -y pnpm run sdk`: change it there.\n';

/** The contract describes all events of the log by one schema; the client tells them apart. */
const LOGGED_EVENT = `/** An event, with its place in the log: a reader goes on after its cursor. */
  export type LoggedEvent = VedetteEvent & { cursor: string };`;

/** The choices that the contract makes in several places. */
const CHOICES = {
  ContactType: CONTACT_TYPES,
  DnsRecordType: DNS_RECORD_TYPES,
  EventType: EVENT_TYPES,
  MonitorState: MONITOR_STATES,
  MonitorType: MONITOR_TYPES,
  RequestMethod: REQUEST_METHODS,
  Role: ROLES,
  StatusIncidentState: STATUS_INCIDENT_STATES,
};

export interface Method {
  readonly group: string;
  readonly method: string;
  readonly operation: Operation;
  readonly row: OperationRow;
}

/** Every operation of both contracts, once, in their order. */
export function methods(): Method[] {
  const own = Object.values<Operation>(operations);
  const more = Object.values<Operation>(consoleOnlyOperations);
  const groups = [...new Set([...own, ...more].map((operation) => groupOf(operation)))];
  return [
    ...own.map((operation) => methodOf(operation, groups)),
    ...more.map((operation) => methodOf(operation, groups, true)),
  ];
}

function methodOf(operation: Operation, groups: readonly string[], isOfConsole?: true): Method {
  const { method, path, effect, deadlineMs, answer } = operation;
  const paging = pagingOf(operation);
  const body = bodyOf(operation);
  return {
    ...methodName(operation, groups),
    operation,
    row: {
      ...(isOfConsole && { console: true }),
      ...(!operation.credentials.includes('key') && { keyless: true }),
      method,
      path: path.replace(/^\/api\/(?:console\/)?v1/, ''),
      ...(effect === 'read' && { reads: true }),
      ...(takesIdempotencyKey(operation) && { idempotent: true }),
      ...(body !== undefined && { body: isEmpty(body) ? 'empty' : 'json' }),
      ...(!isEmpty(operation.query) && { query: true }),
      ...(paging !== undefined && { paging }),
      ...(answer === 'event-stream' && { streams: true }),
      ...(deadlineMs !== DEFAULT_DEADLINE_MS && { deadlineMs }),
    },
  };
}

function bodyOf({ documentedBody, body }: Operation): Schema | undefined {
  return documentedBody ?? body;
}

function isEmpty({ properties = {}, oneOf }: Schema): boolean {
  return oneOf === undefined && Object.keys(properties).length === 0;
}

function pagingOf({ response, query }: Operation): OperationRow['paging'] | undefined {
  const { data, pagination, nextCursor }: Record<string, Schema> = (response as Schema).properties ?? {};
  if (data?.type !== 'array' || (pagination === undefined && nextCursor === undefined)) return undefined;
  const { limit } = (query as { properties: { limit?: { maximum: number } } }).properties;
  return { by: pagination === undefined ? 'cursor' : 'offset', maxLimit: limit?.maximum ?? 0 };
}

/** The groups in the order of their first operation. */
function grouped(): Map<string, Method[]> {
  const groups = new Map<string, Method[]>();
  for (const each of methods()) {
    const known = groups.get(each.group) ?? [];
    if (known.some(({ method }) => method === each.method))
      throw new Error(`${each.group}.${each.method} exists twice`);
    groups.set(each.group, [...known, each]);
  }
  return groups;
}

export function operationTableSource(): string {
  const table = Object.fromEntries(
    [...grouped()].map(([group, rows]) => [group, Object.fromEntries(rows.map(({ method, row }) => [method, row]))]),
  );
  return `${HEAD}
    import type { OperationRow } from './operation-row.ts';

    /** How each method of the client is sent, by group and name. */
    export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, OperationRow>>>> = ${JSON.stringify(table)};
  `;
}

export function errorCodesSource(): string {
  const codes = Object.keys(ERROR_STATUS).map((code) => JSON.stringify(code));
  return `${HEAD}
    /** The codes of the API's errors. */
    export type ApiErrorCode = ${codes.join(' | ')};
  `;
}

export function apiTypesSource(): string {
  const types = new TypeText({ types: { LoggedEvent: LOGGED_EVENT }, choices: CHOICES });
  const groups = [...grouped()].map(([group, each]) => groupSource(group, each, types));
  types.of({
    title: 'VedetteEvent',
    description: 'Every event, told apart by `type`.',
    oneOf: eventDefinitions.map(({ schema }) => schema),
  });
  return `${HEAD}
    import type { Call, CallOptions, List } from './call.ts';
    import type { EventStream, StreamOptions } from './event-stream-types.ts';

    /** All operations, by resource. */
    export interface Api {
      ${[...grouped().keys()].map((group) => `readonly ${group}: ${capitalized(group)}Api;`).join('\n')}
    }

    ${groups.join('\n\n')}

    ${types.declarations.join('\n\n')}
  `;
}

function groupSource(group: string, each: readonly Method[], types: TypeText): string {
  const lines = each.map((method) => `${documentation(method.operation)}${signature(method, types)}`);
  return `export interface ${capitalized(group)}Api {\n${lines.join('\n')}\n}`;
}

function documentation({ summary, description, deprecation }: Operation): string {
  const note = deprecation === undefined ? '' : `\n@deprecated until ${deprecation.sunset}: ${deprecation.link}`;
  return comment(`${summary}. ${description}${note}`);
}

function signature({ method, operation, row }: Method, types: TypeText): string {
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${name}: string`);
  const body = row.body === 'json' ? bodyParameter(operation, types) : [];
  const query = row.query === true ? [queryParameter(operation, types)] : [];
  const options = `options?: ${row.streams === true ? 'StreamOptions' : 'CallOptions'}`;
  return `${method}(${[...params, ...body, ...query, options].join(', ')}): ${answerType(operation, row, types)};`;
}

function bodyParameter(operation: Operation, types: TypeText): string[] {
  const body = bodyOf(operation) ?? {};
  const isOptional = operation.method === 'POST' && body.oneOf === undefined && (body.required ?? []).length === 0;
  return [`body${isOptional ? '?' : ''}: ${types.of(body)}`];
}

function queryParameter({ id, query, summary }: Operation, types: TypeText): string {
  const name = `${capitalized(id)}Query`;
  const { required = [] }: Schema = query;
  const type = types.of({ ...query, title: name, description: `${summary}: what to ask for.` });
  return `query${required.length === 0 ? '?' : ''}: ${type}`;
}

function answerType({ response }: Operation, { paging, streams }: OperationRow, types: TypeText): string {
  if (streams === true) return 'EventStream<LoggedEvent>';
  const answer = types.of(response);
  if (paging === undefined) return `Call<${answer}>`;
  const { data }: Record<string, Schema> = (response as Schema).properties ?? {};
  return `List<${answer}, ${types.of(data?.items ?? {})}>`;
}
