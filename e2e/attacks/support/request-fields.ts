import type { Operation } from '@vedette/contract';

/** The part of JSON Schema that the request bodies of the contract use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly readOnly?: boolean;
  readonly 'x-timestamp'?: true;
}

/** A field of a request that holds text; the first item of a list stands for all of them. */
export interface TextField {
  /** For example `components.0.monitorId`. */
  readonly path: string;
  /** The property that it is, or is an item of. */
  readonly name: string;
  readonly schema: Schema;
}

export const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat();

export function textFields(schema: Schema | undefined, path: readonly string[] = []): TextField[] {
  if (schema === undefined || schema.readOnly === true) return [];
  if (schema.items !== undefined) return textFields(schema.items, [...path, '0']);
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, field]) => textFields(field, [...path, name]));
  }
  if (!typesOf(schema).includes('string')) return [];
  return [{ path: path.join('.'), name: path.findLast((part) => part !== '0') ?? '', schema }];
}

/** The kind of id that a field holds, named as in paths: `monitorIds` holds ids of the kind `monitorId`. */
export function idKind(name: string): string | undefined {
  return /^\w+Ids?$/.exec(name)?.[0].replace(/s$/, '');
}

/** True if a client names an address in this field that a service may connect or send to. */
export function isAddress({ name, schema }: TextField): boolean {
  return schema.enum === undefined && /url|host|domain|address/i.test(name);
}

export function paramNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

export function pathOf(operation: Operation, id: (kind: string) => string): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, kind: string) => encodeURIComponent(id(kind)));
}

/** The same body with this text in one field; lists and objects on the way to it hold nothing else. */
export function withText(body: unknown, path: string, text: string): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  const before = (body ?? {}) as Record<string, unknown>;
  return { ...before, [name]: nested(rest, text) };
}

function nested([name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  return name === '0' ? [nested(rest, text)] : { [name]: nested(rest, text) };
}
