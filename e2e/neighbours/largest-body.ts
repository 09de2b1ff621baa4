import type { Operation } from '@vedette/contract';
import { idKind, isAddress, typesOf, type Schema } from '../attacks/support/request-fields.ts';
import { NOWHERE } from '../attacks/support/samples.ts';

const HOUR_MS = 3_600_000;
/** Of a list that may have any number of items. */
const MANY = 500;
const NUMBER = 1_000_000;

export type Body = Readonly<Record<string, unknown>>;

/** Ids of the organization, by the name of the parameter. */
export type IdsOf = (kind: string) => readonly string[];

/**
 * The largest body that fits the schema: all fields, the longest texts and lists, the largest numbers. `sample` is a
 * body that is accepted; texts with a pattern are taken from it.
 */
export function largestBody({ body }: Operation, sample: Body | undefined, idsOf: IdsOf): Body | undefined {
  return body === undefined ? undefined : (largest(body, '', sample, idsOf, 0) as Body);
}

function largest(schema: Schema, name: string, sample: unknown, idsOf: IdsOf, index: number): unknown {
  if (schema.readOnly === true) return undefined;
  if (schema.enum !== undefined) return schema.enum[index % schema.enum.length];
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return (schema.maximum ?? NUMBER) - index;
    case 'array':
      return largestList(schema, name, sample, idsOf);
    case 'object':
      return schema.properties === undefined ? sample : largestObject(schema.properties, sample, idsOf);
    default:
      return largestText(schema, name, sample, idsOf, index);
  }
}

function largestObject(properties: Readonly<Record<string, Schema>>, sample: unknown, idsOf: IdsOf): Body {
  const known = (sample ?? {}) as Body;
  const fields = Object.entries(properties).map(([name, field]) => [name, largest(field, name, known[name], idsOf, 0)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Body;
}

function largestList({ items = {}, maxItems = MANY }: Schema, name: string, sample: unknown, idsOf: IdsOf): unknown[] {
  const kind = idKind(name);
  const known = Array.isArray(sample) ? (sample[0] as unknown) : undefined;
  const count = Math.min(maxItems, items.enum?.length ?? (kind === undefined ? maxItems : idsOf(kind).length));
  return Array.from({ length: count }, (_, index) => largest(items, name, known, idsOf, index));
}

function largestText(schema: Schema, name: string, sample: unknown, idsOf: IdsOf, index: number): unknown {
  const kind = idKind(name);
  if (kind !== undefined) return idsOf(kind)[index];
  if (schema['x-timestamp'] === true) return sample ?? new Date(Date.now() + HOUR_MS).toISOString();
  if (isAddress({ name, path: name, schema })) return name === 'url' ? NOWHERE : undefined;
  if (schema.pattern !== undefined || name === 'timezone' || schema.maxLength === undefined) return sample;
  return `${index} `.padEnd(schema.maxLength, 'x');
}
