/** Collects the components of the document: exactly those that it refers to by name. */
import { isDeepStrictEqual } from 'node:util';
import { reasonText } from '../faults/fault-reason.ts';
import type { JsonSchema } from '../schema.ts';

export interface Reference {
  $ref: string;
}

/** The form of a text is told in words: the contract names it alone. */
export function inWords({ 'x-rule': form, ...schema }: JsonSchema): object {
  return form === undefined ? schema : { ...schema, 'x-rule': reasonText({ tag: 'form', form }) };
}

type Section = 'schemas' | 'parameters' | 'headers' | 'responses';

export class Components {
  readonly #sections = new Map<Section, Map<string, unknown>>();

  /** The same name must mean the same thing wherever it is used. */
  add(section: Section, name: string, value: unknown): Reference {
    const named = this.#sections.get(section) ?? new Map<string, unknown>();
    this.#sections.set(section, named);
    const known = named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, value)) throw new Error(`${section}/${name} means two things`);
    named.set(name, value);
    return { $ref: `#/components/${section}/${name}` };
  }

  /** A copy of the schema in which every part with a title is a reference to the component of that name. */
  schema(schema: JsonSchema): object {
    const { title, ...rest } = schema;
    if (title === undefined) return this.#inner(rest);
    // A default belongs to the field that uses the schema, not to the shared component.
    const { default: preset, ...thing } = rest;
    const reference = this.add('schemas', title, { title, ...this.#inner(thing) });
    return preset === undefined ? reference : { ...reference, default: preset };
  }

  #inner(schema: JsonSchema): object {
    const { properties, items, oneOf, additionalProperties, ...rest } = schema;
    return {
      ...inWords(rest),
      ...(properties !== undefined && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, this.schema(field)])),
      }),
      ...(items !== undefined && { items: this.schema(items) }),
      ...(oneOf !== undefined && { oneOf: oneOf.map((each) => this.schema(each)) }),
      ...(additionalProperties !== undefined && { additionalProperties }),
    };
  }

  toJSON(): Record<string, Record<string, unknown>> {
    return Object.fromEntries(
      [...this.#sections].map(([section, named]) => [
        section,
        Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    );
  }
}
