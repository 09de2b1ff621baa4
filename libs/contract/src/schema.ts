import { Type, type Static, type TArray, type TSchema, type TUnsafe } from 'typebox';

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
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  /** Completes the sentence "<field> …" where a pattern alone would not tell a person what to write. */
  'x-rule'?: string;
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

export function timestamp(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description });
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
    properties: withDefaults(parts.fields, parts.defaults ?? {}),
    additionalProperties: false,
  });
}

/** The body of a PATCH: every field optional, and no defaults. */
export function changeBody<F extends Fields>(title: string, description: string, fields: F): TUnsafe<Change<F>> {
  return Type.Unsafe<Change<F>>({
    title,
    description,
    type: 'object',
    properties: fields,
    additionalProperties: false,
  });
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
