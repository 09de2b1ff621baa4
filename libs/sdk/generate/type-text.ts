/** Writes JSON schemas as TypeScript types. A schema with a title becomes a type of that name, once. */

export interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  readOnly?: boolean;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A type with fields, and the type that has some of them already. */
interface RecordType {
  readonly fields: readonly string[];
  readonly description: string | undefined;
  base?: string;
}

interface Given {
  /** Declarations that are used in place of the schemas of these titles. */
  readonly types?: Readonly<Record<string, string>>;
  /** Names of choices, which schemas write out wherever they use them. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

export class TypeText {
  readonly #aliases: Map<string, string>;
  readonly #records = new Map<string, RecordType>();
  readonly #given: ReadonlySet<string>;
  readonly #choices: readonly (readonly [name: string, values: readonly string[]])[];

  constructor({ types = {}, choices = {} }: Given = {}) {
    this.#aliases = new Map(Object.entries(types));
    this.#given = new Set(Object.keys(types));
    this.#choices = Object.entries(choices);
  }

  /** Every named type that was referred to, sorted by name. */
  get declarations(): string[] {
    const records = [...this.#records].map(([name, record]) => [name, this.#interface(name, record)] as const);
    return [...this.#aliases, ...records].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  /** The type of a schema: its name if it has one. */
  of(schema: Schema): string {
    const { title, description, ...rest } = schema;
    if (title === undefined) return this.#inline(rest);
    if (this.#given.has(title)) return title;
    if (isRecord(rest)) return this.#addRecord(title, { fields: this.#fields(rest), description });
    this.#addAlias(title, `${comment(description)}export type ${title} = ${this.#inline(rest)};`);
    this.#shareFields(title, rest);
    return title;
  }

  #addAlias(name: string, text: string): void {
    const known = this.#aliases.get(name);
    if (known !== undefined && known !== text) throw new Error(`${name} means two things`);
    this.#aliases.set(name, text);
  }

  #addRecord(name: string, record: RecordType): string {
    const known = this.#records.get(name);
    const isSame = known?.fields.join() === record.fields.join() && known.description === record.description;
    if (known !== undefined && !isSame) throw new Error(`${name} means two things`);
    if (known === undefined) this.#records.set(name, record);
    return name;
  }

  /** What all alternatives of a type have in common is declared once. */
  #shareFields(title: string, { anyOf, oneOf }: Schema): void {
    const records = (anyOf ?? oneOf ?? []).map((each) => this.#records.get(each.title ?? ''));
    const [first, ...others] = records.filter((record) => record !== undefined);
    if (first === undefined || others.length < records.length - 1 || others.length === 0) return;
    const fields = first.fields.filter((field) => others.every((each) => each.fields.includes(field)));
    if (fields.length === 0) return;
    const base = this.#addRecord(`${title}Fields`, { fields, description: `What every ${title} has.` });
    for (const record of [first, ...others]) record.base = base;
  }

  #interface(name: string, { fields, description, base = this.#baseOf(name, fields) }: RecordType): string {
    const inherited = base === undefined ? [] : (this.#records.get(base)?.fields ?? []);
    const own = fields.filter((field) => !inherited.includes(field));
    const head = base === undefined ? name : `${name} extends ${base}`;
    return `${comment(description)}export interface ${head} {\n${own.join('\n')}\n}`;
  }

  /** The largest record of which this one is a kind: its name is part of the name, and all its fields are there. */
  #baseOf(name: string, fields: readonly string[]): string | undefined {
    const bases = [...this.#records].filter(
      ([other, { fields: some }]) =>
        name.includes(other) && some.length < fields.length && some.every((field) => fields.includes(field)),
    );
    return bases.toSorted(([, one], [, other]) => other.fields.length - one.fields.length)[0]?.[0];
  }

  #inline(schema: Schema): string {
    const { const: constant, enum: values, anyOf, oneOf, type } = schema;
    if (constant !== undefined) return JSON.stringify(constant);
    if (values !== undefined) return this.#choice(values);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return choices.map((each) => this.of(each)).join(' | ');
    if (type === undefined) return 'unknown';
    return [type]
      .flat()
      .map((each) => this.#ofType(each, schema))
      .join(' | ');
  }

  /** A choice of named values and others is the name and the others. */
  #choice(values: readonly unknown[]): string {
    const [name, named = []] = this.#choices.find(([, all]) => all.every((value) => values.includes(value))) ?? [];
    const others = values.filter((value) => !named.includes(value as string)).map((value) => JSON.stringify(value));
    if (name === undefined) return others.join(' | ');
    this.#addAlias(name, `export type ${name} = ${named.map((value) => JSON.stringify(value)).join(' | ')};`);
    return [name, ...others].join(' | ');
  }

  #ofType(type: string, schema: Schema): string {
    if (type === 'array') return `(${this.of(schema.items ?? {})})[]`;
    if (type === 'object')
      return isRecord({ ...schema, type }) ? `{\n${this.#fields(schema).join('\n')}\n}` : this.#map(schema);
    const primitive = PRIMITIVES[type];
    if (primitive === undefined) throw new Error(`${type} is no type of JSON`);
    return primitive;
  }

  #map({ additionalProperties: values }: Schema): string {
    return `Record<string, ${typeof values === 'object' ? this.of(values) : 'unknown'}>`;
  }

  /** Read-only fields of a request are ignored by the server, so that its type leaves them out. */
  #fields({ properties = {}, required = [] }: Schema): string[] {
    return Object.entries(properties)
      .filter(([, field]) => field.readOnly !== true)
      .map(([name, field]) => {
        const type = this.of(field);
        const isOptional = !required.includes(name);
        return `${comment(field.description)}${name}${isOptional ? `?: ${type} | undefined` : `: ${type}`};`;
      });
  }
}

function isRecord({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined && Object.keys(properties).length > 0;
}

export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
