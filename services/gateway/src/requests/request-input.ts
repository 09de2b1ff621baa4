import {
  ApiError,
  compileRequestValidator,
  type Detail,
  type Operation,
  type RequestValidator,
  type ValidRequest,
} from '@vedette/contract';
import type { Body } from './body.ts';
import { decodableQuery, decodeSegment } from './percent-encoding.ts';

/** All ids are much shorter; a longer id cannot exist. */
const MAX_ID_LENGTH = 100;

export interface RawInput {
  readonly operation: Operation;
  /** Still percent-encoded, as in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: Body;
}

/** Turns a request into the operation's validated input, or throws one error that names all faults. */
export class RequestInput {
  readonly #validators = new Map<Operation, RequestValidator>();

  read({ operation, params, query, body }: RawInput): ValidRequest {
    const decoded = decodeParams(params);
    const decodable = decodableQuery(query);
    const result = this.#validatorOf(operation)({
      params: decoded.params,
      query: decodable.query,
      body: body.ok ? body.value : undefined,
    });
    const encoding = [...decoded.faults, ...decodable.faults];
    const details = result.ok ? encoding : mergeFaults(encoding, result.details, body);
    if (!result.ok || details.length > 0) throw ApiError.validation(details);
    for (const [name, value] of Object.entries(result.value.params)) {
      if (value.length > MAX_ID_LENGTH) throw new ApiError('not_found', `${name} names nothing in this organization.`);
    }
    return result.value;
  }

  /** Compiles it for the first request, in a few milliseconds: all of them together would delay every start. */
  #validatorOf(operation: Operation): RequestValidator {
    const validator = this.#validators.get(operation) ?? compileRequestValidator(operation);
    this.#validators.set(operation, validator);
    return validator;
  }
}

/** The path of an operation with the ids of a request. */
export function concretePath(operation: Operation, { params }: ValidRequest): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

function decodeParams(raw: Readonly<Record<string, string>>): { params: Record<string, string>; faults: Detail[] } {
  const params: Record<string, string> = {};
  const faults: Detail[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const decoded = decodeSegment(value);
    if (decoded === undefined) faults.push({ path: name, message: `${name} is not properly percent-encoded` });
    params[name] = decoded ?? name;
  }
  return { params, faults };
}

/** If the body could not be read, that fault replaces the schema's fault that the body is missing. */
function mergeFaults(faults: readonly Detail[], found: readonly Detail[], body: Body): Detail[] {
  if (body.ok) return [...faults, ...found];
  return [
    ...faults,
    ...found.map((detail) => (detail.path === 'body' ? { ...detail, message: body.message } : detail)),
  ];
}
