import { contract, type Operation } from '@vedette/contract';
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryBody } from './arbitrary-body.ts';
import { existingIdOf } from './existing-id.ts';
import { idKind, type Schema } from './request-fields.ts';

/** A request before the ids in it are known: `@@monitorId:3@@` stands for an existing id of that kind. */
export interface ArbitraryRequest {
  readonly operation: Operation;
  readonly method: Operation['method'] | 'HEAD';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

const brokenId = fc.constantFrom(
  'mon_unknown',
  'a%2Fb',
  '%00',
  '%zz',
  '%ff',
  '%F0%9F%A6%89',
  '%EF%BF%BE',
  `x${'y'.repeat(3_000)}`,
  "'%20OR%201=1--",
  '%7B%7D',
);

function arbitraryPath({ path }: Operation): Arbitrary<string> {
  const parts = path.split(/(?=\/)/).map((part) => {
    const [, kind] = /^\/\{(\w+)\}$/.exec(part) ?? [];
    if (kind === undefined) return fc.constant(part);
    return fc
      .oneof({ weight: 9, arbitrary: existingIdOf(kind) }, { weight: 1, arbitrary: brokenId })
      .map((id) => `/${id}`);
  });
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

const oddValue = fc.oneof(
  fc.constantFrom('', '0', '-1', '101', '1e3', ' 1', '1.0', 'true', 'TRUE', '%00', '%zz', '%', '99999999999', 'null'),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)),
);

function validValue(name: string, { enum: values, type, minimum = 0, maximum = 100 }: Schema): Arbitrary<string> {
  const kind = idKind(name);
  if (kind !== undefined) return existingIdOf(kind);
  if (values !== undefined) return fc.constantFrom(...values).map(String);
  return type === 'boolean' ? fc.boolean().map(String) : fc.integer({ min: minimum, max: maximum }).map(String);
}

function arbitraryQuery(operation: Operation): Arbitrary<string> {
  const { properties = {} } = operation.query as Schema;
  const known = Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof({ weight: 8, arbitrary: validValue(name, schema) }, { weight: 2, arbitrary: oddValue })
      .map((value) => `${name}=${value}`),
  );
  const names = fc.constantFrom('unknown', 'limit', '__proto__', 'constructor', '', '%zz');
  const odd = fc.tuple(names, oddValue).map((pair) => pair.join('='));
  const parameter = fc.oneof(...known, odd);
  const some = fc.array(parameter, { minLength: 1, maxLength: 4 }).map((all) => `?${all.join('&')}`);
  return fc.oneof({ weight: known.length === 0 ? 12 : 1, arbitrary: fc.constant('') }, { weight: 1, arbitrary: some });
}

/** Few keys, so that requests meet keys that were used before. */
const idempotencyKey = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.nat(30).map((index) => `key-${index}`) },
  { weight: 1, arbitrary: fc.constantFrom('', 'a b', 'ä', 'x'.repeat(200), 'x'.repeat(201), '{}') },
);

const contentHeaders = fc.oneof(
  { weight: 30, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json; charset=utf-8' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
    ),
  },
);

export function arbitraryRequest(): Arbitrary<ArbitraryRequest> {
  return fc.oneof(...contract.operations.map(requestOf));
}

function requestOf(operation: Operation): Arbitrary<ArbitraryRequest> {
  const { method } = operation;
  return fc
    .record({
      isHead: fc.nat(19).map((each) => method === 'GET' && each === 0),
      path: arbitraryPath(operation),
      query: arbitraryQuery(operation),
      key: idempotencyKey,
      content: contentHeaders,
      payload: operation.body === undefined ? fc.constant(undefined) : arbitraryBody(operation.body as Schema),
    })
    .map(({ isHead, path, query, key, content, payload }) => ({
      operation,
      method: isHead ? 'HEAD' : method,
      path: path + query,
      headers: { ...(key !== undefined && { 'idempotency-key': key }), ...(payload !== undefined && content) },
      payload,
    }));
}
