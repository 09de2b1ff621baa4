import type { Detail } from '../errors.ts';
import { detailsOf } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import { newAjv } from './ajv.ts';
import { ajvFaults } from './ajv-faults.ts';

export type ResponseValidator = (body: unknown) => Detail[];

const ajv = newAjv({ useDefaults: false });

/**
 * Checks our own responses against the contract, more strictly than a client may: all fields must exist, and no others.
 */
export function compileResponseValidator(operation: Operation): ResponseValidator {
  const validate = ajv.compile(closed(operation.response));
  return (body) => (validate(body) ? [] : detailsOf(ajvFaults(validate.errors ?? [], () => 'is not in the contract')));
}

function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)])),
          additionalProperties: false,
        }),
  };
}
