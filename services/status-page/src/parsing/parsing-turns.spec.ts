import { describe, expect, it } from '@jest/globals';
import { PARSING_BOUNDS, ParsingTurns, type ParsingLane, type WaitingInput } from './parsing-turns.ts';

interface Named extends WaitingInput {
  readonly name: string;
}

const LANES: Readonly<Record<string, ParsingLane>> = { P: 'publication', v: 'preview', l: 'background' };

/** The first letter is the organization, the second one the lane: a Publication, a preview, a logo. */
function input(name: string, change: Partial<WaitingInput> = {}): Named {
  const lane = LANES[name.slice(1, 2)] ?? 'preview';
  return { name, organizationId: name.slice(0, 1), lane, bytes: 1, deadlineAt: 1_000, ...change };
}

function drained(turns: ParsingTurns<Named>, now = 0): string[] {
  const names: string[] = [];
  for (let { input: next } = turns.next(now); next !== undefined; { input: next } = turns.next(now)) {
    names.push(next.name);
  }
  return names;
}

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

describe('inputs of customers are parsed', () => {
  it.each<{ name: string; given: string[]; order: string[] }>([
    { name: 'not at all when none waits', given: [], order: [] },
    { name: 'in the order of one organization', given: ['av1', 'av2', 'av3'], order: ['av1', 'av2', 'av3'] },
    {
      name: 'with a neighbour’s publication first and its preview next in turn, beside many previews',
      given: [...many('av', 8), 'bv1', 'bP1'],
      order: ['bP1', 'av1', 'bv1', ...many('av', 8).slice(1)],
    },
    {
      name: 'with a preview after three publications, and a logo after as many turns of others',
      given: [...many('aP', 8), 'bv1', 'bv2', 'cl1'],
      order: ['aP1', 'aP2', 'aP3', 'bv1', 'cl1', 'aP4', 'aP5', 'aP6', 'bv2', 'aP7', 'aP8'],
    },
    {
      name: 'with publications of organizations in turn',
      given: ['aP1', 'aP2', 'aP3', 'bP1', 'cP1'],
      order: ['aP1', 'bP1', 'cP1', 'aP2', 'aP3'],
    },
    { name: 'with logos last', given: ['al1', 'bv1', 'cP1'], order: ['cP1', 'bv1', 'al1'] },
  ])('$name', ({ given, order }) => {
    const turns = new ParsingTurns<Named>();
    for (const name of given) expect(turns.push(input(name))).toEqual([]);
    expect(drained(turns)).toEqual(order);
  });

  it('not if their deadline is over: they are dropped before their turn', () => {
    const turns = new ParsingTurns<Named>();
    for (const [name, deadlineAt] of [
      ['av1', 10],
      ['av2', 11],
      ['bv1', 9],
    ] as const) {
      turns.push(input(name, { deadlineAt }));
    }
    const { input: next, expired } = turns.next(10);
    expect([next?.name, expired.map(({ name }) => name)]).toEqual(['av2', ['av1', 'bv1']]);
    expect(turns.waiting('preview')).toBe(0);
  });

  it('not if they are removed while they wait', () => {
    const turns = new ParsingTurns<Named>();
    const [first, second] = [input('av1'), input('av2')];
    turns.push(first);
    turns.push(second);
    expect([turns.remove(first), turns.remove(first), turns.waiting('preview')]).toEqual([true, false, 1]);
    expect(drained(turns)).toEqual(['av2']);
  });
});

describe('inputs of customers are refused', () => {
  it.each<{ lane: ParsingLane; sign: string }>([
    { lane: 'publication', sign: 'P' },
    { lane: 'preview', sign: 'v' },
    { lane: 'background', sign: 'l' },
  ])('beyond the share of one organization in the lane $lane, and no neighbour’s', ({ lane, sign }) => {
    const turns = new ParsingTurns<Named>();
    const refused = many(`a${sign}`, 150).flatMap((name) => turns.push(input(name)));
    const { ofEach } = PARSING_BOUNDS[lane];
    expect(refused.map(({ name }) => name)).toEqual(many(`a${sign}`, 150).slice(ofEach));
    expect(turns.push(input(`b${sign}1`))).toEqual([]);
    expect(turns.waiting(lane)).toBe(ofEach + 1);
    // Its other lanes have shares of their own.
    for (const other of ['P', 'v', 'l'].filter((each) => each !== sign)) {
      expect(turns.push(input(`a${other}1`))).toEqual([]);
    }
  });

  it('of whoever has most, when too many wait', () => {
    const turns = new ParsingTurns<Named>();
    const { inputs, ofEach } = PARSING_BOUNDS.preview;
    const push = (organizationId: string, name: string) => turns.push(input(name, { organizationId }));
    for (const name of many('av', ofEach)) push('a', name);
    for (let i = ofEach; i < inputs; i += 1) expect(push(`other ${i}`, 'ov1')).toEqual([]);
    expect(push('b', 'bv1').map(({ name }) => name)).toEqual([`av${ofEach}`]);
    expect(turns.waiting('preview')).toBe(inputs);
  });

  it('of whoever has most, when they have too many bytes, which are counted until they leave', () => {
    const turns = new ParsingTurns<Named>();
    const bytes = PARSING_BOUNDS.preview.bytes / 4;
    const push = (name: string) => turns.push(input(name, { bytes })).map((each) => each.name);
    expect(['av1', 'av2', 'av3', 'bv1'].flatMap(push)).toEqual([]);
    expect(push('cv1')).toEqual(['av3']);
    const [kept, late] = [input('dv1', { bytes: 1 }), input('dv2', { bytes, deadlineAt: 0 })];
    expect(turns.push(kept).map(({ name }) => name)).toEqual(['av2']);
    expect(turns.remove(kept)).toBe(true);
    expect(turns.push(late)).toEqual([]);
    expect(drained(turns, 500)).toEqual(['av1', 'bv1', 'cv1']);
    expect(many('ev', 4).flatMap(push)).toEqual([]);
  });
});
