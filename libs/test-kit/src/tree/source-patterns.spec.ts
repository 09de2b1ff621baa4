import { beforeAll, describe, expect, it } from '@jest/globals';
import { costsOf, patternsIn, sourcePatterns } from './source-patterns.ts';

/** Patterns that are not judged below, by their file, and why they need not be. */
const JUDGED_BY_HAND = new Map([
  ['libs/contract/src/values/idempotency-key.ts', 'the pattern of its schema, which is judged'],
  ['libs/contract/src/resources/event-log.ts', 'names of events and commas: each text matches in one way only'],
  ['libs/contract/src/schema.ts', 'the form of timestamps, which stands in timestamp.ts and is judged'],
  ['services/checker-worker/src/registry/registry-date.ts', 'bounded repetitions, on at most 80 characters'],
]);

const { written, composed } = sourcePatterns();
const distinct = [...new Map(written.map((each) => [`/${each.source}/${each.flags}`, each]))];
/** Of the distinct patterns, by their text. */
let costs: ReadonlyMap<string, string | undefined>;

beforeAll(async () => {
  const found = await costsOf(distinct.map(([, pattern]) => pattern));
  costs = new Map(distinct.map(([text], index) => [text, found[index]]));
}, 300_000);

describe('every regular expression of services, libs and schemas', () => {
  it('is found', () => {
    expect(distinct.length).toBeGreaterThan(50);
  });

  it.each(distinct)('%s takes linear time', (text, { file }) => {
    const cost = expect.stringMatching(/^(?:linear|safe)$/);
    expect({ file, cost: costs.get(text) }).toEqual({ file, cost });
  });

  it('stands in the source as a whole, unless it is judged by hand', () => {
    expect(composed.toSorted()).toEqual([...JUDGED_BY_HAND.keys()].toSorted());
  });
});

describe('the judgement', () => {
  const samples = [
    { name: 'comments that can be split in many ways', source: '^(?:<!--[^]*?-->\\s*)*<svg', cost: 'exponential' },
    { name: 'repeated repetitions', source: '^(?:a+)+$', cost: 'exponential' },
    { name: 'an end that is looked for from everywhere', source: '/+$', cost: 'polynomial' },
    { name: 'neighbours that share characters', source: '^\\s*(.*)\\s*$', cost: 'polynomial' },
    { name: 'what cannot be judged', source: '^a(?=b+$)', cost: 'unknown: unsupported' },
    { name: 'one way to read everything', source: '^[a-z]+-[0-9]+$', cost: 'linear' },
    { name: 'a bounded length', source: '^[a-z]{1,63}$', cost: 'safe' },
  ];

  it('tells patterns that take too long, or may, from those that do not', async () => {
    const found = await costsOf(samples.map(({ source }) => ({ source, flags: '' })));
    expect(samples.map(({ name }, index) => ({ name, cost: found[index] }))).toEqual(
      samples.map(({ name, cost }) => ({ name, cost })),
    );
  });
});

describe('the collection', () => {
  const collected = (text: string): unknown => {
    const found = patternsIn('a.ts', text);
    return {
      written: found.written.map(({ source, flags }) => `/${source}/${flags}`),
      composed: found.composed.length,
    };
  };

  it.each([
    { name: 'a literal', text: 'const a: RegExp = /b+/i;', written: ['/b+/i'], composed: 0 },
    {
      name: 'a literal in a decorated class',
      text: '@A() class B { c(@D() e = /f/) {} }',
      written: ['/f/'],
      composed: 0,
    },
    {
      name: 'a pattern of a string',
      text: `new RegExp('a+', 'g'); RegExp('b');`,
      written: ['/a+/g', '/b/'],
      composed: 0,
    },
    { name: 'a pattern of parts', text: 'new RegExp(`^${a}$`); new RegExp(b.source);', written: [], composed: 2 },
    {
      name: 'a pattern of a schema',
      text: `({ type: 'string', pattern: '^a+$' });`,
      written: ['/^a+$/u'],
      composed: 0,
    },
    {
      name: 'a pattern of a schema from elsewhere',
      text: '({ pattern: b }); ({ pattern });',
      written: [],
      composed: 2,
    },
    {
      name: 'a text that becomes a pattern',
      text: `a.match('b+'); a.search(\`\${c}\`);`,
      written: ['/b+/'],
      composed: 1,
    },
    { name: 'other calls', text: 'router.match(method, path);', written: [], composed: 0 },
  ])('finds $name', ({ text, written: expected, composed: count }) => {
    expect(collected(text)).toEqual({ written: expected, composed: count });
  });
});
