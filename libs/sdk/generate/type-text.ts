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

export class TypeText {
  readonly #declarations: Map<string, string>;
  readonly #given: ReadonlySet<string>;

  /** The declarations that are given are used in place of the schemas of these titles. */
  constructor(given: Readonly<Record<string, string>> = {}) {
    this.#declarations = new Map(Object.entries(given));
    this.#given = new Set(Object.keys(given));
  }

  /** Every named type that was referred to, sorted by name. */
  get declarations(): string[] {
    return [...this.#declarations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  declare(name: string, text: string, description: string | undefined): string {
    const declaration = `${comment(description)}export ${text}`;
    const known = this.#declarations.get(name);
    if (known !== undefined && known !== declaration) throw new Error(`${name} means two things`);
    this.#declarations.set(name, declaration);
    return name;
  }

  /** The type of a schema: its name if it has one. */
  of(schema: Schema): string {
    const { title, description, ...rest } = schema;
    if (title === undefined) return this.#inline(rest);
    if (this.#given.has(title)) return title;
    if (isRecord(rest)) return this.declare(title, `interface ${title} ${this.#fields(rest)}`, description);
    return this.declare(title, `type ${title} = ${this.#inline(rest)};`, description);
  }

  #inline(schema: Schema): string {
    const { const: constant, enum: values, anyOf, oneOf, type } = schema;
    if (constant !== undefined) return JSON.stringify(constant);
    if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return choices.map((each) => this.of(each)).join(' | ');
    if (type === undefined) return 'unknown';
    return [type]
      .flat()
      .map((each) => this.#ofType(each, schema))
      .join(' | ');
  }

  #ofType(type: string, schema: Schema): string {
    if (type === 'array') return `(${this.of(schema.items ?? {})})[]`;
    if (type === 'object') return isRecord({ ...schema, type }) ? this.#fields(schema) : this.#map(schema);
    const primitive = PRIMITIVES[type];
    if (primitive === undefined) throw new Error(`${type} is no type of JSON`);
    return primitive;
  }

  #map({ additionalProperties: values }: Schema): string {
    return `Record<string, ${typeof values === 'object' ? this.of(values) : 'unknown'}>`;
  }

  /** Read-only fields of a request are ignored by the server, so that its type leaves them out. */
  #fields({ properties = {}, required = [] }: Schema): string {
    const lines = Object.entries(properties)
      .filter(([, field]) => field.readOnly !== true)
      .map(([name, field]) => {
        const type = this.of(field);
        const isOptional = !required.includes(name);
        return `${comment(field.description)}${name}${isOptional ? `?: ${type} | undefined` : `: ${type}`};`;
      });
    return `{\n${lines.join('\n')}\n}`;
  }
}

function isRecord({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined && Object.keys(properties).length > 0;
}

export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
