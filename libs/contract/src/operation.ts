import { Type, type Static, type TSchema, type TUnsafe } from 'typebox';
import type { Role } from './caller.ts';
import type { ErrorCode } from './errors.ts';
import type { Fault } from './faults/fault.ts';
import type { OperationBounds } from './operation-bounds.ts';
import { DEFAULT_DEADLINE_MS, operationSubject, type ServiceName } from './subject.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a request may present: the cookie of a session, an API key, or nothing. */
export type CredentialKind = 'session' | 'key' | 'none';

/** Unless the request presents a session, or in any case: then the new session takes the place of the presented one. */
export type SessionIssue = 'if-none' | 'always';

/** Role, access level, subscription, audit and idempotency follow the effect of an operation, not its method. */
export type Effect = 'read' | 'write';

type SuccessStatus = 200 | 201 | 202;

/** The deprecation of an operation; `defineContract` checks that the two dates are as far apart as promised. */
export interface Deprecation {
  /** When the first Deprecation header was sent. */
  since: string;
  /** The earliest time at which the operation may stop working. */
  sunset: string;
  /** A page that says what to use instead. */
  link: string;
}

/** A refinement does not see the parts of a request in which the schema found faults. */
export type WellFormed<T> = T extends readonly (infer Item)[]
  ? (WellFormed<Item> | undefined)[]
  : T extends object
    ? { [K in keyof T]?: WellFormed<T[K]> }
    : T;

/** One operation of the API, as data. Routes, validators, subjects, types and the OpenAPI document all come from it. */
export interface Operation extends OperationBounds {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly service: ServiceName;
  readonly subject: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: TSchema;
  readonly query: TSchema;
  /** undefined: the operation takes no body and ignores one that is sent. */
  readonly body: TSchema | undefined;
  /** A schema for the document that accepts the same bodies and tells clients more than `body` alone. */
  readonly documentedBody?: TSchema;
  readonly response: TSchema;
  readonly answer: 'json' | 'event-stream';
  readonly status: SuccessStatus;
  /** What a request may present. Anything else that it presents is refused. */
  readonly credentials: readonly CredentialKind[];
  readonly effect: Effect;
  /** The least role of a session. Null: the operation needs no organization, so that no role applies. */
  readonly role: Role | null;
  /** The path parameter with a person's id. A person needs no more than membership to name themself in it. */
  readonly selfParam?: string;
  /** True if a write is allowed while the subscription is canceled. */
  readonly worksCanceled?: true;
  /** When the answer starts a session, whose token the gateway makes. */
  readonly issuesSession?: SessionIssue;
  /** True if the session of the request ends with the answer. */
  readonly endsSession?: true;
  /** True if the response contains a secret; the service that stores it for replay encrypts it. */
  readonly sensitive?: true;
  readonly deadlineMs: number;
  readonly deprecation?: Deprecation;
  /** Error codes of this operation in addition to those of every operation. */
  readonly errors: readonly ErrorCode[];
  /** Fields that are not part of the body, each with the message for a client that sends it. */
  readonly refusedFields?: Readonly<Record<string, string>>;
  /** Rules of the body that span fields or that JSON Schema cannot express. Pure. */
  refine?(body: Record<string, unknown>): readonly Fault[];
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type PathParams<Path extends string> = Record<ParamNames<Path>, string>;

interface Definition<
  Id extends string,
  Path extends string,
  Query extends TSchema,
  Body extends TSchema | undefined,
  Response extends TSchema,
> extends OperationBounds {
  id: Id;
  method: Method;
  path: Path;
  service: ServiceName;
  tag: string;
  summary: string;
  description: string;
  query: Query;
  body: Body;
  documentedBody?: TSchema;
  response: Response;
  answer?: 'json' | 'event-stream';
  status?: SuccessStatus;
  credentials?: readonly CredentialKind[];
  effect?: Effect;
  role?: Role | null;
  selfParam?: string;
  worksCanceled?: true;
  issuesSession?: SessionIssue;
  endsSession?: true;
  sensitive?: true;
  deadlineMs?: number;
  deprecation?: Deprecation;
  errors?: readonly ErrorCode[];
  refusedFields?: Readonly<Record<string, string>>;
  refine?(body: Body extends TSchema ? WellFormed<Static<Body>> : never): readonly Fault[];
}

export interface TypedOperation<
  Id extends string,
  Path extends string,
  Query extends TSchema,
  Body extends TSchema | undefined,
  Response extends TSchema,
> extends Operation {
  readonly id: Id;
  readonly path: Path;
  readonly params: TUnsafe<PathParams<Path>>;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
}

/** The limit for one organization, over all operations that wait for a third party. */
export const MAX_LONG_REQUESTS = 50;

/** The last sentence in the description of an operation that waits for a third party. */
export const LONG_REQUEST_LIMIT = `An organization has at most ${MAX_LONG_REQUESTS} checks, test events and retries in flight; one more is 429 \`rate_limited\` with \`Retry-After\`.`;

/** For operations that take no query parameters. */
export const noQuery = Type.Unsafe<Record<string, never>>({ type: 'object', properties: {} });

/** Keeps the literal types of an operation, fills in what most have in common, and derives the rest. */
export function operation<
  const Id extends string,
  const Path extends string,
  Query extends TSchema,
  Body extends TSchema | undefined,
  Response extends TSchema,
>(definition: Definition<Id, Path, Query, Body, Response>): TypedOperation<Id, Path, Query, Body, Response> {
  const { effect = definition.method === 'GET' ? 'read' : 'write' } = definition;
  return {
    status: 200,
    answer: 'json',
    credentials: ['session'],
    role: effect === 'read' ? 'VIEWER' : 'MEMBER',
    deadlineMs: DEFAULT_DEADLINE_MS,
    errors: [],
    ...definition,
    effect,
    subject: operationSubject(definition.service, definition.id),
    params: pathParams(definition.path),
  };
}

/**
 * Keys belong to an organization or a person, so that they mean nothing where neither is known. A stored answer cannot
 * start a session.
 */
export function takesIdempotencyKey({ effect, credentials, issuesSession }: Operation): boolean {
  return effect === 'write' && issuesSession !== 'always' && credentials.some((kind) => kind !== 'none');
}

const PARAM_DESCRIPTIONS: Readonly<Record<string, string>> = {
  monitorId: 'The id of the monitor.',
  incidentId: 'The id of the incident.',
  statusPageId: 'The id of the status page.',
  maintenanceId: 'The id of the maintenance window.',
  statusIncidentId: 'The id of the published incident.',
  endpointId: 'The id of the webhook endpoint.',
  deliveryId: 'The id of the webhook delivery.',
  sessionId: 'The id of the session.',
  personId: 'The id of the person.',
  invitationId: 'The id of the invitation.',
  keyId: 'The id of the API key.',
  contactId: 'The id of the alert contact.',
  rehearsalId: 'The id of the rehearsal.',
};

function pathParams<Path extends string>(path: Path): TUnsafe<PathParams<Path>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Type.Unsafe<PathParams<Path>>({
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'string', minLength: 1, description: PARAM_DESCRIPTIONS[name] ?? name }]),
    ),
  });
}
