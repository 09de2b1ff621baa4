import { Type, type Static, type TArray, type TSchema, type TUnsafe } from 'typebox';
import type { TextForm } from './faults/fault-reason.ts';
import { TIMESTAMP_FORM } from './values/timestamp.ts';

/** The part of JSON Schema 2020-12 that the contract uses, for code that reads schemas. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  readOnly?: boolean;
  /** Only what `parseTimestamp` reads; the pattern beside it says so to everybody else, but for the first and last days. */
  'x-timestamp'?: true;
  /** Names what the text must look like where a pattern alone would not tell a person what to write. */
  'x-rule'?: TextForm;
}

export type Fields = Record<string, TSchema>;

type Simplify<T> = { [K in keyof T]: T[K] };

export type Creation<F extends Fields, Present extends keyof F> = Simplify<
  { [K in Present]: Static<F[K]> } & { [K in Exclude<keyof F, Present>]?: Static<F[K]> }
>;

export type Change<F extends Fields> = { [K in keyof F]?: Static<F[K]> };

export function choice<const V extends readonly string[]>(values: V, description: string): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], description });
}

/** As responses show it: in UTC with milliseconds. */
export function timestamp(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description });
}

/** As requests may write it. Seconds are optional, so that `format: date-time` would refuse what we take. */
export function timestampInput(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', pattern: TIMESTAMP_FORM.source, 'x-timestamp': true, description });
}

export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type, enum: values, ...rest }: JsonSchema = schema;
  const types = type === undefined ? [] : [type].flat();
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [...types, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}

/** Ids of other resources, each at most once. */
export function idList(description: string, bounds: { minItems?: number; maxItems: number }): TArray<TUnsafe<string>> {
  return Type.Array(Type.Unsafe<string>({ type: 'string', minLength: 1 }), {
    ...bounds,
    uniqueItems: true,
    description,
  });
}

interface Parts<F extends Fields, R extends keyof F & string, D> {
  title: string;
  description: string;
  fields: F;
  required?: readonly R[];
  defaults?: D;
  /** What shows these fields: its read-only ones may be sent back, and are ignored. */
  sentBack?: TSchema;
}

/** Fields with a default may be left out on the wire and are always there once the request is validated. */
export function creationBody<F extends Fields, R extends keyof F & string, D extends Change<F>>(
  parts: Parts<F, R, D>,
): TUnsafe<Creation<F, R | (keyof D & keyof F)>> {
  return Type.Unsafe<Creation<F, R | (keyof D & keyof F)>>({
    title: parts.title,
    description: parts.description,
    type: 'object',
    required: [...(parts.required ?? [])],
    properties: {
      ...withDefaults(parts.fields, parts.defaults ?? {}),
      ...readOnlyFields(parts.fields, parts.sentBack ?? {}),
    },
    additionalProperties: false,
  });
}

/** The query of an operation that is no list. Parameters with a default are always there once it is validated. */
export function queryOf<F extends Fields, D extends Change<F>>(
  fields: F,
  defaults: D,
): TUnsafe<Creation<F, keyof D & keyof F>> {
  return Type.Unsafe<Creation<F, keyof D & keyof F>>({ type: 'object', properties: withDefaults(fields, defaults) });
}

/** The body of a PATCH: every field optional, and no defaults. What was read can be changed and sent back whole. */
export function changeBody<F extends Fields>(parts: {
  title: string;
  fields: F;
  resource: TSchema;
  /** Fields of the resource that are refused, with a reason, instead of ignored. */
  refused?: readonly string[];
}): TUnsafe<Change<F>> {
  const ignored = readOnlyFields(parts.fields, parts.resource, parts.refused);
  return Type.Unsafe<Change<F>>({
    title: parts.title,
    description: 'The fields to change. Read-only fields may be sent back with them; they are ignored.',
    type: 'object',
    properties: { ...parts.fields, ...ignored },
    additionalProperties: false,
  });
}

function readOnlyFields(fields: Fields, { properties = {} }: JsonSchema, refused: readonly string[] = []): Fields {
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(fields, name) && !refused.includes(name));
  return Object.fromEntries(names.map((name) => [name, Type.Unknown({ readOnly: true, description: 'Ignored.' })]));
}

export const emptyBody = Type.Unsafe<Record<string, never>>({
  title: 'EmptyBody',
  description: 'An empty JSON object.',
  type: 'object',
  properties: {},
  additionalProperties: false,
});

function withDefaults(fields: Fields, defaults: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      Object.hasOwn(defaults, name) ? { ...schema, default: defaults[name] } : schema,
    ]),
  );
}
