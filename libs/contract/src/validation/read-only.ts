/** Separates the read-only fields of a body, which are ignored, from the fields that the client may change. */
import type { JsonSchema } from '../schema.ts';

export interface IgnoredField {
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface SplitBody {
  /** A copy without the read-only fields, or the body itself if the schema has none. */
  readonly body: Record<string, unknown>;
  readonly ignored: readonly IgnoredField[];
}

type Split = (body: Record<string, unknown>) => SplitBody;

/** Descends only as deep as the schema has read-only fields. */
export function compileSplit(schema: JsonSchema): Split {
  if (!knowsReadOnly(schema)) return (body) => ({ body, ignored: [] });
  return (body) => {
    const ignored: IgnoredField[] = [];
    return { body: writableFields(body, schema, [], ignored), ignored };
  };
}

function knowsReadOnly({ readOnly, properties = {}, items }: JsonSchema): boolean {
  if (readOnly === true || (items !== undefined && knowsReadOnly(items))) return true;
  return Object.values(properties).some(knowsReadOnly);
}

function writableFields(
  value: object,
  { properties = {} }: JsonSchema,
  path: readonly string[],
  ignored: IgnoredField[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) return [[name, field]];
      const at = [...path, name];
      if (schema.readOnly !== true) return [[name, writable(field, schema, at, ignored)]];
      ignored.push({ path: at, value: field });
      return [];
    }),
  );
}

function writable(value: unknown, schema: JsonSchema, path: readonly string[], ignored: IgnoredField[]): unknown {
  const { items } = schema;
  if (typeof value !== 'object' || value === null || !knowsReadOnly(schema)) return value;
  if (!Array.isArray(value)) return writableFields(value, schema, path, ignored);
  if (items === undefined) return value;
  return value.map((item: unknown, index) => writable(item, items, [...path, String(index)], ignored));
}
