/** Cuts a hostile body down to an excerpt that shows its faults: a million faults would cost seconds and a gigabyte. */
import type { JsonSchema } from '../schema.ts';

/** More values than any valid request has: 32 KiB of the shortest possible header names are 13,000 values. */
export const MOST_VALUES = 15_000;

/**
 * Keeps one item more than a list may have, at most `unknownFields` fields that the schema does not know, and only the
 * type of values that the schema does not describe.
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
