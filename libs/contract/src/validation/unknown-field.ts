// Decides what is said of a body field that an operation does not accept.

import type { Operation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import type { UnknownFieldText } from './ajv-faults.ts';

export function unknownFieldText(operation: Operation): UnknownFieldText {
  const body: JsonSchema = operation.body ?? {};
  const takesNothing = Object.keys(body.properties ?? {}).length === 0;
  return (path) => {
    if (takesNothing) return 'is not allowed: the body must be an empty object';
    const [field = ''] = path;
    const reason = Object.hasOwn(operation.refusedFields ?? {}, field) ? operation.refusedFields?.[field] : undefined;
    if (reason !== undefined && path.length === 1) return reason;
    return isPartOf(operation.response, path) ? 'is read-only' : 'is not a known field';
  };
}

function isPartOf(response: JsonSchema, path: readonly string[]): boolean {
  let at: JsonSchema | undefined = response;
  for (const segment of path) {
    const properties: Record<string, JsonSchema> = at.properties ?? {};
    at = at.items ?? (Object.hasOwn(properties, segment) ? properties[segment] : undefined);
    if (at === undefined) return false;
  }
  return true;
}
