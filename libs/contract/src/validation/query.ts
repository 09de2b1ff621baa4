// Decides how the text of a query parameter becomes a value.

import type { JsonSchema } from '../schema.ts';
import { otherFault, type Fault } from '../faults/fault.ts';
import { typeReason } from './ajv-faults.ts';
import { forbiddenTextFault, isForbiddenText } from './forbidden-text.ts';

const INTEGER_FORM = /^\d{1,6}$/;

export interface ReadQuery {
  values: Record<string, unknown>;
  faults: Fault[];
}

/** Parameters that the schema does not name are ignored, unless they contain forbidden text. */
export function readQuery(query: URLSearchParams, schema: JsonSchema): ReadQuery {
  const read: ReadQuery = { values: {}, faults: [] };
  if (query.size === 0) return read;
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const parameter = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
    if (isForbiddenText(name) || isForbiddenText(text)) {
      read.faults.push(forbiddenTextFault([name]));
    } else if (parameter !== undefined) {
      if (seen.has(name)) read.faults.push(otherFault([name], 'must be given only once'));
      seen.add(name);
      const value = parseParameter(text, parameter);
      if (value === undefined) read.faults.push({ path: [name], reason: typeReason(parameter) });
      else read.values[name] = value;
    }
  }
  return read;
}

function parseParameter(text: string, { type }: JsonSchema): unknown {
  if (type === 'integer') return INTEGER_FORM.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text;
}
