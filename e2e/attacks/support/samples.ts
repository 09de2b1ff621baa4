import { buildOpenApi, consoleContract, consoleEdition, contract, type Operation } from '@vedette/contract';
import { idKind, isAddress, textFields, type TextField } from './request-fields.ts';

/** Nobody listens on this port, so a check or a delivery that is sent there is over at once. */
export const NOWHERE = 'https://127.0.0.1:9/';
const HOUR_MS = 3_600_000;

interface DocumentedOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** No path is in both. */
const { paths } = [buildOpenApi(contract), buildOpenApi(consoleContract, { edition: consoleEdition })]
  .map((document) => document as unknown as Document)
  .reduce((one, other) => ({ paths: { ...one.paths, ...other.paths } }));

/**
 * A body that the operation accepts: the example of the OpenAPI document, with ids that exist, times in the future and
 * addresses on this machine. Undefined for an operation without a body; throws for one without an example.
 */
export function sampleBody(
  { id, method, path, body }: Operation,
  existing: (kind: string) => string,
): Record<string, unknown> | undefined {
  if (body === undefined) return undefined;
  const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;
  if (example === undefined) throw new Error(`The contract has no example from which a body of ${id} can be made`);
  return new Adaptation(textFields(body), existing, example).body;
}

class Adaptation {
  readonly body: Record<string, unknown>;
  readonly #fields: ReadonlyMap<string, TextField>;
  readonly #existing: (kind: string) => string;
  #earliest = Infinity;

  constructor(fields: readonly TextField[], existing: (kind: string) => string, example: unknown) {
    this.#fields = new Map(fields.map((field) => [field.path, field]));
    this.#existing = existing;
    // The first pass finds the earliest time, the second one moves all times by the same amount.
    this.#adapted(example, []);
    this.body = this.#adapted(example, []) as Record<string, unknown>;
  }

  #adapted(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.slice(0, 1).map((item) => this.#adapted(item, [...path, '0']));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([name, each]) => [name, this.#adapted(each, [...path, name])]);
      return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
    }
    const field = this.#fields.get(path.join('.'));
    return typeof value === 'string' && field !== undefined ? this.#text(value, field) : value;
  }

  #text(value: string, field: TextField): string | undefined {
    const kind = idKind(field.name);
    if (kind !== undefined) return this.#existing(kind);
    if (field.schema['x-timestamp'] === true) {
      this.#earliest = Math.min(this.#earliest, Date.parse(value));
      return new Date(Date.parse(value) - this.#earliest + Date.now() + HOUR_MS).toISOString();
    }
    if (isAddress(field)) return field.name === 'url' ? NOWHERE : undefined;
    // A text that has to be unique would be taken the second time.
    return field.name === 'slug' ? undefined : value;
  }
}
