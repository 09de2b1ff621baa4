/** Turns the errors of Ajv into faults that a person can act on: the field, and what it must be. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { FaultReason } from '../faults/fault-reason.ts';
import { otherFault, type Fault } from '../faults/fault.ts';
import type { JsonSchema } from '../schema.ts';

/** What is said of fields that the schema does not know. */
export type UnknownFieldText = (path: readonly string[]) => string;

export function ajvFaults(errors: readonly ErrorObject[], unknownField: UnknownFieldText): Fault[] {
  return errors.flatMap((error): Fault | Fault[] => {
    const path = segments(error.instancePath);
    const { params, data }: { params: Record<string, unknown>; data?: unknown } = error;
    const schema: JsonSchema = error.parentSchema ?? {};
    switch (error.keyword) {
      case 'required':
        return { path: [...path, String(params['missingProperty'])], reason: { tag: 'required' } };
      case 'additionalProperties': {
        const field = [...path, String(params['additionalProperty'])];
        return otherFault(field, unknownField(field));
      }
      case 'uniqueItems':
        return repeats(path, data);
      case 'type':
        return data === null ? otherFault(path, 'must not be null') : { path, reason: typeReason(schema) };
      default:
        return { path, reason: valueReason(error.keyword, schema, data) };
    }
  });
}

/** No field of the contract is this deep; the fault of a deeper value names its ancestor at this depth. */
export const MAX_PATH_SEGMENTS = 32;

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
    if (first === index) return [];
    return { path: [...path, String(index)], reason: { tag: 'repeats', path: [...path, String(first)].join('.') } };
  });
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

export function typeReason(schema: JsonSchema): FaultReason {
  const orNull = isNullable(schema);
  if (schema.enum !== undefined) return choiceReason(schema);
  if (isTimestamp(schema)) return { tag: 'time', orNull };
  const type = [schema.type].flat()[0] ?? 'object';
  if (type === 'integer') return integerReason(schema);
  return { tag: 'other', text: `must be ${TYPE_NAMES[type] ?? type}${orNull ? ' or null' : ''}` };
}

function valueReason(keyword: string, schema: JsonSchema, data: unknown): FaultReason {
  switch (keyword) {
    case 'enum':
      return choiceReason(schema);
    case 'minimum':
    case 'maximum':
      return integerReason(schema);
    case 'minLength':
    case 'maxLength': {
      const { minLength: least = 0, maxLength: most } = schema;
      return { tag: 'characters', least, most, isEmpty: data === '' };
    }
    case 'minItems':
    case 'maxItems': {
      const { minItems: least = 0, maxItems: most } = schema;
      return { tag: 'items', least, most, isEmpty: Array.isArray(data) && data.length === 0 };
    }
    case 'pattern': {
      if (isTimestamp(schema)) return { tag: 'time', orNull: false };
      const form = schema['x-rule'];
      return form === undefined ? { tag: 'other', text: `must match ${schema.pattern ?? ''}` } : { tag: 'form', form };
    }
    case 'format':
    case 'x-timestamp':
      return { tag: 'time', orNull: false };
    default:
      return { tag: 'other', text: 'is not valid' };
  }
}

function choiceReason(schema: JsonSchema): FaultReason {
  const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
  return { tag: 'choice', values, orNull: isNullable(schema) };
}

function integerReason(schema: JsonSchema): FaultReason {
  const { minimum, maximum } = schema;
  const range = minimum === undefined || maximum === undefined ? null : { least: minimum, most: maximum };
  return { tag: 'integer', range, orNull: isNullable(schema) };
}

function isNullable({ type }: JsonSchema): boolean {
  return [type].flat().includes('null');
}

function isTimestamp(schema: JsonSchema): boolean {
  return schema['x-timestamp'] === true || schema.format === 'date-time';
}
