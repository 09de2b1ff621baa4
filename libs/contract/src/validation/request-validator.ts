import type { TSchema } from 'typebox';
import type { Detail } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import { newAjv } from './ajv.ts';
import { ajvFaults, toDetail } from './faults.ts';
import { excerpt, mostValues } from './excerpt.ts';
import { forbiddenTextFaults, forbiddenTextMessage, isForbiddenText, survey } from './forbidden-text.ts';
import { readQuery } from './query.ts';
import { unknownFieldMessage } from './unknown-field.ts';
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
  /** The body that came in, with its defaults filled in; undefined for operations that take none. */
  body: Record<string, unknown> | undefined;
}

export type Validation = { ok: true; value: ValidRequest } | { ok: false; details: Detail[] };

export type RequestValidator = (request: RawRequest) => Validation;

/** A hostile request could have a million faults; nobody reads more than these. */
export const maxDetails = 1_000;

const ajv = newAjv({ useDefaults: true });

/** Compiles once; the validator then finds all faults of a request at once. */
export function compileRequestValidator(operation: Operation): RequestValidator {
  const paramsSchema: JsonSchema = operation.params;
  const paramNames = Object.keys(paramsSchema.properties ?? {});
  const querySchema: JsonSchema = operation.query;
  const checkQuery = ajv.compile(querySchema);
  const bodyDetails = operation.body === undefined ? undefined : compileBody(operation, operation.body);

  return ({ params, query, body }) => {
    const { values, faults } = readQuery(query, querySchema);
    for (const name of paramNames) {
      const text = params[name];
      if (text === undefined || text === '') faults.push({ path: [name], message: 'must not be empty' });
      else if (isForbiddenText(text)) faults.push({ path: [name], message: forbiddenTextMessage });
    }
    if (!checkQuery(values)) faults.push(...ajvFaults(checkQuery.errors ?? [], () => 'is not known'));
    const details = faults.map((fault) => toDetail(fault, 'query'));
    if (bodyDetails === undefined) {
      return details.length === 0 ? { ok: true, value: { params, query: values, body: undefined } } : refusal(details);
    }
    if (!isJsonObject(body)) {
      const message = body === undefined ? 'body is required: a JSON object' : 'body must be a JSON object';
      return refusal([...details, { path: 'body', message }]);
    }
    for (const detail of bodyDetails(body)) details.push(detail);
    return details.length === 0 ? { ok: true, value: { params, query: values, body } } : refusal(details);
  };
}

function compileBody(operation: Operation, schema: TSchema): (body: Record<string, unknown>) => Detail[] {
  const validate = ajv.compile(schema);
  const unknownField = unknownFieldMessage(operation);
  return (received) => {
    const { isTooLarge, hasForbiddenText } = survey(received, mostValues);
    const body = isTooLarge ? excerpt(received, schema, maxDetails) : received;
    const faults = isTooLarge || hasForbiddenText ? forbiddenTextFaults(body, maxDetails) : [];
    if (!validate(body)) for (const fault of ajvFaults(validate.errors ?? [], unknownField)) faults.push(fault);
    const details = faults.map((fault) => toDetail(fault, 'body'));
    if (operation.refine === undefined) return details;
    const part = faults.length === 0 ? body : wellFormedPart(body, faults);
    return [...details, ...operation.refine(part)];
  };
}

function isJsonObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** The first fault of a path is the most basic one; what follows from it is noise. */
function refusal(details: readonly Detail[]): Validation {
  const byPath = new Map<string, Detail>();
  for (const detail of details) {
    if (byPath.size === maxDetails) break;
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
  }
  return { ok: false, details: [...byPath.values()] };
}
