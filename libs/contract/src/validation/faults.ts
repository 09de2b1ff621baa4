/** Turns the errors of Ajv into faults that a person can act on: the field, and the limit that it breaks. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Detail } from '../errors.ts';
import type { JsonSchema } from '../schema.ts';

export interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** The messages for fields that the schema does not know. */
export type UnknownFieldMessage = (path: readonly string[]) => string;

export function ajvFaults(errors: readonly ErrorObject[], unknownField: UnknownFieldMessage): Fault[] {
  return errors.flatMap((error) => {
    const path = segments(error.instancePath);
    const { params, data }: { params: Record<string, unknown>; data?: unknown } = error;
    const schema: JsonSchema = error.parentSchema ?? {};
    switch (error.keyword) {
      case 'required':
        return [{ path: [...path, String(params['missingProperty'])], message: 'is required' }];
      case 'additionalProperties': {
        const field = [...path, String(params['additionalProperty'])];
        return [{ path: field, message: unknownField(field) }];
      }
      case 'uniqueItems':
        return repeats(path, data);
      case 'type':
        return [{ path, message: data === null ? 'must not be null' : typeRule(schema) }];
      default:
        return [{ path, message: valueRule(error.keyword, schema) }];
    }
  });
}

/** No field of the contract is this deep; the fault of a deeper value names its ancestor at this depth. */
export const MAX_PATH_SEGMENTS = 32;

/** The dotted path of the faulty field; `whole` stands for the value itself. */
export function toDetail({ path, message }: Fault, whole: string): Detail {
  const name = path.length === 0 ? whole : path.join('.').toWellFormed().replaceAll('\0', '\ufffd');
  return { path: name, message: `${name} ${message}` };
}

function segments(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function repeats(path: readonly string[], data: unknown): Fault[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((value: unknown, index) => {
    const first = data.indexOf(value);
    return first === index
      ? []
      : [{ path: [...path, String(index)], message: `repeats ${[...path, String(first)].join('.')}` }];
  });
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

export function typeRule(schema: JsonSchema): string {
  const orNull = [schema.type].flat().includes('null') ? ' or null' : '';
  if (schema.enum !== undefined) return valueRule('enum', schema);
  if (isTimestamp(schema)) return `${TIMESTAMP_RULE}${orNull}`;
  const type = [schema.type].flat()[0] ?? 'object';
  if (type === 'integer') return `must be an integer${range(schema)}${orNull}`;
  return `must be ${TYPE_NAMES[type] ?? type}${orNull}`;
}

const TIMESTAMP_RULE = 'must be a real date and time in ISO 8601 with an offset, such as 2026-01-31T09:30:00Z';

function isTimestamp(schema: JsonSchema): boolean {
  return schema['x-timestamp'] === true || schema.format === 'date-time';
}

function valueRule(keyword: string, schema: JsonSchema): string {
  const orNull = [schema.type].flat().includes('null') ? ' or null' : '';
  switch (keyword) {
    case 'enum': {
      const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
      return `must be one of ${values.join(', ')}${orNull}`;
    }
    case 'minimum':
    case 'maximum':
      return `must be an integer${range(schema)}${orNull}`;
    case 'minLength':
    case 'maxLength':
      return `must be ${amount(schema.minLength, schema.maxLength)} characters long`;
    case 'minItems':
    case 'maxItems':
      return `must have ${amount(schema.minItems, schema.maxItems)} items`;
    case 'pattern':
      if (isTimestamp(schema)) return TIMESTAMP_RULE;
      return schema['x-rule'] ?? `must match ${schema.pattern ?? ''}`;
    case 'format':
    case 'x-timestamp':
      return TIMESTAMP_RULE;
    default:
      return 'is not valid';
  }
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined) return '';
  return ` from ${String(minimum)} to ${String(maximum)}`;
}

function amount(least = 0, most?: number): string {
  if (most === undefined) return `at least ${String(least)}`;
  return least === 0 ? `at most ${String(most)}` : `${String(least)} to ${String(most)}`;
}
