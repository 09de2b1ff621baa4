import fc, { type Arbitrary } from 'fast-check';
import { existingIdOf } from './existing-id.ts';
import { idKind, isAddress, typesOf, type Schema } from './request-fields.ts';

// Addresses are on this machine, and are answered or refused at once: no request may reach the internet or wait.
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  url: ['https://127.0.0.1:9/', 'http://127.0.0.1:9/a?b=c#d', 'http://me:secret@127.0.0.1:9/', 'https://[::1]:9/'],
  host: ['127.0.0.1', '::1'],
  logoUrl: ['https://127.0.0.1:9/logo.svg'],
  customDomain: [],
};
const NO_ADDRESSES = [
  '',
  ' ',
  'http://',
  'https://[',
  'ftp://127.0.0.1/',
  '-',
  '127.0.0.1:99999',
  'javascript:0',
  'a b',
];
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Mars/Base'];
const MINUTE_MS = 60_000;
const HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  "'; DROP TABLE monitor; --",
  '{{7*7}}${7*7}',
  '\u202eright to left',
  'a\r\nSet-Cookie: b=c',
  '🦉'.repeat(40),
  '__proto__',
  '%s%n%x',
];

/** A body: most fit the schema, others have fields or bytes that do not. */
export function arbitraryBody(schema: Schema): Arbitrary<string | Buffer> {
  const valid = arbitraryValue(schema, '') as Arbitrary<Record<string, unknown>>;
  const names = [...Object.keys(schema.properties ?? {}), 'unknown', '__proto__', 'constructor', 'toString'];
  const fault = fc.record({ name: fc.constantFrom(...names), value: oddValue });
  const broken = fc
    .tuple(valid, fc.array(fault, { minLength: 1, maxLength: 3 }))
    .map(([body, faults]) => withFaults(body, faults));
  return fc.oneof(
    { weight: 12, arbitrary: valid.map((body) => JSON.stringify(body)) },
    { weight: 7, arbitrary: broken },
    { weight: 1, arbitrary: fc.oneof(truncated(valid), noObject) },
  );
}

interface Fault {
  readonly name: string;
  readonly value: unknown;
}

/** The names are written as text, since a field named `__proto__` is none of an object's own otherwise. */
function withFaults(body: Readonly<Record<string, unknown>>, faults: readonly Fault[]): string {
  const fields = new Map(Object.entries(body));
  for (const { name, value } of faults) {
    // A random text could be the name of a host, which would be looked up.
    fields.set(name, name in ADDRESSES && typeof value === 'string' ? ` ${value}` : value);
  }
  const texts = [...fields].flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  );
  return `{${texts.join()}}`;
}

/** Undefined leaves the field out. */
const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, '', ' ', '\u0000', '\ud800', '\ufffe', [], {}, [null], [[]]),
  fc.constantFrom<unknown>(-1, 0, 0.5, 1e21, 2 ** 53, -0, 1e-7, '1', 'null', ['a', 'a'], { a: { b: [] } }),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom('x'.repeat(121), 'x'.repeat(2_049), 'x'.repeat(100_001)),
  fc.jsonValue({ maxDepth: 3 }),
);

const truncated = (valid: Arbitrary<unknown>): Arbitrary<string> =>
  fc.tuple(valid, fc.double({ min: 0, max: 0.99, noNaN: true })).map(([body, share]) => {
    const text = JSON.stringify(body);
    return text.slice(0, Math.floor(text.length * share));
  });

const noObject: Arbitrary<string | Buffer> = fc.constantFrom<string | Buffer>(
  '',
  'null',
  '[]',
  '"text"',
  '7',
  '\ufeff{}',
  '{"name":"a","name":"b"}',
  `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{"a":1e${'9'.repeat(400)}}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(64),
);

/** A value that fits the schema. */
export function arbitraryValue(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.readOnly === true) return fc.jsonValue({ maxDepth: 1 });
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const type = typesOf(schema).find((each) => each !== 'null');
  const value = valueOf(type ?? '', schema, name);
  return typesOf(schema).includes('null')
    ? fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

function valueOf(type: string, schema: Schema, name: string): Arbitrary<unknown> {
  const { minimum = -(2 ** 31), maximum = 2 ** 31, minItems = 0, maxItems = 5, items } = schema;
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
    case 'array': {
      const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) };
      const item = arbitraryValue(items ?? {}, name);
      return schema.uniqueItems === true ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
    }
    case 'object':
      return arbitraryObject(schema);
    case 'string':
      return arbitraryText(schema, name);
    default:
      throw new Error(`No value can be made for ${name} of type "${type}": add it to valueOf()`);
  }
}

function arbitraryObject({ properties, required = [] }: Schema): Arbitrary<unknown> {
  if (properties === undefined) {
    const header = fc.constantFrom('accept', 'X-Trace', 'Authorization', 'Host', 'x-ä', 'a b', 'Connection', '');
    return fc.dictionary(header, fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), { maxKeys: 3 });
  }
  const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryValue(field, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) });
}

const isEnd = (name: string): boolean => name === 'endsAt' || name === 'until';

function arbitraryText(schema: Schema, name: string): Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = 200 } = schema;
  const kind = idKind(name);
  if (kind !== undefined) return existingIdOf(kind);
  if (schema['x-timestamp'] === true) {
    // Most ends lie in the future, and most other moments in the past.
    return fc
      .integer({ min: -600, max: 20_000 })
      .map((minutes) => new Date(Date.now() + (isEnd(name) ? minutes : -minutes) * MINUTE_MS).toISOString());
  }
  if (isAddress({ name, path: name, schema })) {
    const known = ADDRESSES[name];
    if (known === undefined) throw new Error(`No address on this machine is known for ${name}: add it to ADDRESSES`);
    return fc.oneof(...known.map((address) => ({ weight: 3, arbitrary: fc.constant(address) })), {
      weight: 1,
      arbitrary: fc.constantFrom(...NO_ADDRESSES),
    });
  }
  if (name === 'timezone') return fc.constantFrom(...ZONES);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.min(maxLength, 300);
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(longest, 40) }) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(longest), '\u0001'.repeat(Math.max(minLength, 3))) },
  );
}
