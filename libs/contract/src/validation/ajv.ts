import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseTimestamp } from '../values/timestamp.ts';

/**
 * All faults at once; `verbose` hands the broken schema to the messages. A test checks our schemas against the
 * meta-schema, which would take half of the time that a gateway needs to compile them.
 */
export function newAjv(options: { useDefaults: boolean }): Ajv2020 {
  const rules = { allErrors: true, verbose: true, strict: true, allowUnionTypes: true, validateSchema: false };
  const ajv = new Ajv2020({ ...options, ...rules });
  ajv.addVocabulary(['x-rule']);
  ajv.addKeyword({
    keyword: 'x-timestamp',
    type: 'string',
    schemaType: 'boolean',
    validate: (_: true, text: string) => parseTimestamp(text) !== undefined,
  });
  ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== undefined);
  return ajv;
}
