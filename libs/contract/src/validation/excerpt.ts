/** Cuts a hostile body down to what shows its faults: a million of them would cost seconds and a gigabyte. */
import type { JsonSchema } from '../schema.ts';

/** More values than any valid request of the contract has: 32 KiB of header names as short as can be are 13,000. */
export const MOST_VALUES = 15_000;

/**
 * Of lists one item too many is kept, of fields that the schema does not know at most `unknownFields`, and of what lies
 * where the schema has nothing to say only its type.
 */
export function excerpt(
  body: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  unknownFields: number,
): Record<string, unknown> {
  return fieldsOf(body, schema, { left: unknownFields });
}

interface Budget {
  left: number;
}

function fieldsOf(value: object, schema: JsonSchema, unknown: Budget): Record<string, unknown> {
  const known = schema.properties ?? {};
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const fieldSchema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (fieldSchema === undefined && unknown.left === 0) continue;
    if (fieldSchema === undefined) unknown.left -= 1;
    const field: unknown = Reflect.get(value, name);
    kept.push([name, cut(field, fieldSchema ?? {}, unknown)]);
  }
  return Object.fromEntries(kept);
}

function cut(value: unknown, schema: JsonSchema, unknown: Budget): unknown {
  if (Array.isArray(value)) {
    const { items, maxItems = 0 } = schema;
    return items === undefined ? [] : value.slice(0, maxItems + 1).map((item) => cut(item, items, unknown));
  }
  if (typeof value !== 'object' || value === null) return value;
  return [schema.type].flat().includes('object') ? fieldsOf(value, schema, unknown) : {};
}
