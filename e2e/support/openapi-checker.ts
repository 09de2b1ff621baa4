import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

export interface ReceivedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

const DOCUMENT = 'openapi';
const EVERYWHERE = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
];

/** Checks every answer of the API against its own OpenAPI document, and reports deviations. */
export class OpenApiChecker {
  static readonly #known = new Map<string, OpenApiChecker>();

  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #patterns: readonly { readonly template: string; readonly pattern: RegExp }[];

  private constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(document, DOCUMENT);
    this.#patterns = Object.keys(document.paths).map((template) => ({ template, pattern: patternOf(template) }));
  }

  /** Suites of one process share it, with all that it has compiled: documents of two stacks differ in addresses only. */
  static of({ paths, components }: OpenApiDocument): OpenApiChecker {
    const text = JSON.stringify({ paths, components });
    const checker = this.#known.get(text) ?? new OpenApiChecker({ paths, components });
    this.#known.set(text, checker);
    return checker;
  }

  faults(response: ReceivedResponse): string[] {
    const missing = EVERYWHERE.filter((name) => response.headers[name] === undefined).map(
      (name) => `no ${name} header`,
    );
    return [...missing, ...this.#envelopeFaults(response), ...this.#documentFaults(response)];
  }

  /** Whether the document allows this body for an operation; undefined if the operation takes none. */
  acceptsBody(method: string, path: string, body: unknown): boolean | undefined {
    const found = this.#operation({ method, path });
    if (found?.operation.requestBody === undefined) return undefined;
    return this.#validator(`${DOCUMENT}#${found.pointer}/requestBody/content/application~1json/schema`)(body);
  }

  #envelopeFaults({ status, body, headers, method }: ReceivedResponse): string[] {
    if (status < 400 || method === 'HEAD') return [];
    const error = (body as { error?: { requestId?: unknown; code?: unknown; message?: unknown } } | undefined)?.error;
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return ['the body is no error envelope'];
    return error.requestId === headers['x-request-id'] ? [] : ['error.requestId is not X-Request-Id'];
  }

  #documentFaults(response: ReceivedResponse): string[] {
    const found = this.#operation(response);
    // Paths that are not operations: the document itself, and unknown paths, which are refused.
    if (found === undefined)
      return [200, 304, 400, 401, 404, 405, 429, 500].includes(response.status) ? [] : ['not in the document'];
    const declared = found.operation.responses[String(response.status)];
    if (declared === undefined) return [`status ${response.status} is not in the document`];
    const pointer = '$ref' in declared ? declared.$ref : `#${found.pointer}/responses/${response.status}`;
    const resolved = '$ref' in declared ? (resolve(this.#document, declared.$ref) as ResponseObject) : declared;
    const headers = Object.keys(resolved.headers ?? {}).filter(
      (name) =>
        !/^(idempotency-replayed|retry-after|etag)$/i.test(name) && response.headers[name.toLowerCase()] === undefined,
    );
    return [...headers.map((name) => `no ${name} header`), ...this.#bodyFaults(response, pointer, resolved)];
  }

  #bodyFaults({ method, body }: ReceivedResponse, pointer: string, declared: ResponseObject): string[] {
    if (method === 'HEAD') return [];
    if (declared.content === undefined) return body === undefined ? [] : ['a body, but the document has none'];
    const validate = this.#validator(`${DOCUMENT}${pointer}/content/application~1json/schema`);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message ?? ''}`);
  }

  #operation({
    method,
    path,
  }: Pick<ReceivedResponse, 'method' | 'path'>): { operation: Operation; pointer: string } | undefined {
    const pathname = path.split('?')[0] ?? path;
    // A path without parameters comes before one whose parameter has the same text.
    const template = Object.hasOwn(this.#document.paths, pathname)
      ? pathname
      : this.#patterns.find(({ pattern }) => pattern.test(pathname))?.template;
    if (template === undefined) return undefined;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.#document.paths[template]?.[verb];
    return operation && { operation, pointer: `/paths/${escapePointer(template)}/${verb}` };
  }

  #validator(ref: string): ValidateFunction {
    const known = this.#compiled.get(ref);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile({ $ref: ref });
    this.#compiled.set(ref, validate);
    return validate;
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function resolve(document: object, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, segment) => (value as Record<string, unknown>)[segment], document);
}
