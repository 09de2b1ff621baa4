import type { TSchema } from 'typebox';
import type { Detail } from '../errors.ts';
import { detailsOf, otherFault } from '../faults/fault.ts';
import { maskFaults } from '../masks.ts';
import type { Operation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import { CONSOLE_PREFIX } from '../values/path-prefix.ts';
import { newAjv } from './ajv.ts';
import { ajvFaults } from './ajv-faults.ts';
import { excerpt, MOST_VALUES } from './excerpt.ts';
import { forbiddenTextFault, forbiddenTextFaults, isForbiddenText, survey } from './forbidden-text.ts';
import { readQuery } from './query.ts';
import { compileSplit } from './read-only.ts';
import { unknownFieldText } from './unknown-field.ts';
import { wellFormedPart } from './well-formed.ts';

export interface RawRequest {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The parsed JSON; undefined when there was none. */
  body: unknown;
}

export interface ValidRequest {
  params: Readonly<Record<string, string>>;
  query: Record<string, unknown>;
  /** The body without its read-only fields and with its defaults; undefined for operations without a body. */
  body: Record<string, unknown> | undefined;
}

export type Validation = { ok: true; value: ValidRequest } | { ok: false; details: Detail[] };

export type RequestValidator = (request: RawRequest) => Validation;

/** A hostile request could have a million faults; no client needs more than these. */
export const MAX_DETAILS = 1_000;

const ajv = newAjv({ useDefaults: true });

/** Compiles once; the validator then finds all faults of a request at once. */
export function compileRequestValidator(operation: Operation): RequestValidator {
  const paramsSchema: JsonSchema = operation.params;
  const paramNames = Object.keys(paramsSchema.properties ?? {});
  const querySchema: JsonSchema = operation.query;
  const checkQuery = ajv.compile(querySchema);
  const readBody = operation.body === undefined ? undefined : compileBody(operation, operation.body);

  return ({ params, query, body }) => {
    const { values, faults } = readQuery(query, querySchema);
    for (const name of paramNames) {
      const text = params[name];
      if (text === undefined || text === '') faults.push(otherFault([name], 'must not be empty'));
      else if (isForbiddenText(text)) faults.push(forbiddenTextFault([name]));
    }
    if (!checkQuery(values)) faults.push(...ajvFaults(checkQuery.errors ?? [], () => 'is not known'));
    const details = detailsOf(faults, 'query');
    if (readBody === undefined) {
      return details.length === 0 ? { ok: true, value: { params, query: values, body: undefined } } : refusal(details);
    }
    if (!isJsonObject(body)) {
      const message = body === undefined ? 'body is required: a JSON object' : 'body must be a JSON object';
      return refusal([...details, { path: 'body', message }]);
    }
    const read = readBody(body);
    for (const detail of read.details) details.push(detail);
    return details.length === 0 ? { ok: true, value: { params, query: values, body: read.body } } : refusal(details);
  };
}

interface ReadBody {
  readonly body: Record<string, unknown>;
  readonly details: Detail[];
}

function compileBody(operation: Operation, schema: TSchema): (received: Record<string, unknown>) => ReadBody {
  const validate = ajv.compile(schema);
  const unknownField = unknownFieldText(operation);
  const split = compileSplit(schema);
  const refusesMasks = operation.path.startsWith(CONSOLE_PREFIX);
  return (received) => {
    const { body: asked, ignored } = split(received);
    const { isTooLarge, hasForbiddenText } = survey(asked, MOST_VALUES);
    const body = isTooLarge ? excerpt(asked, schema, MAX_DETAILS) : asked;
    const faults = isTooLarge || hasForbiddenText ? forbiddenTextFaults(body, MAX_DETAILS) : [];
    for (const { path, value } of ignored) {
      if (survey(value, Infinity).hasForbiddenText) faults.push(forbiddenTextFault(path));
    }
    if (refusesMasks) {
      const readOnly = Object.fromEntries(ignored.map(({ path, value }) => [path.join('.'), value]));
      for (const fault of maskFaults({ ...readOnly, ...body })) faults.push(fault);
    }
    if (!validate(body)) for (const fault of ajvFaults(validate.errors ?? [], unknownField)) faults.push(fault);
    if (operation.refine === undefined) return { body, details: detailsOf(faults) };
    const part = faults.length === 0 ? body : wellFormedPart(body, faults);
    return { body, details: detailsOf([...faults, ...operation.refine(part)]) };
  };
}

function isJsonObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** The first fault of a path is the most basic one; later faults only follow from it. */
function refusal(details: readonly Detail[]): Validation {
  const byPath = new Map<string, Detail>();
  for (const detail of details) {
    if (byPath.size === MAX_DETAILS) break;
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
  }
  return { ok: false, details: [...byPath.values()] };
}
