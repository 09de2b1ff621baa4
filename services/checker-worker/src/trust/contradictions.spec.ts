import { describe, expect, it } from '@jest/globals';
import type { CheckTarget } from '@vedette/contract';
import {
  isContradicted,
  isMostlyContradicted,
  placeOf,
  REMEMBERED_JUDGEMENTS,
  type Judgement,
  type Verdict,
} from './contradictions.ts';

const NOW = 1_000_000;
const good = (at = NOW): Judgement => ({ at, contradictedPlace: null });
const bad = (place: string, at = NOW): Judgement => ({ at, contradictedPlace: place });
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('isContradicted', () => {
  it.each<[string, Judgement[], boolean]>([
    ['nothing yet', [], false],
    ['successes', times(20, () => good()), false],
    ['two places', [bad('a'), bad('b')], false],
    ['three places', [bad('a'), bad('b'), bad('c')], true],
    ['one place, again and again', times(20, () => bad('a')), false],
    ['two places, again and again', times(20, (i) => bad(`${i % 2}`)), false],
    ['three places among as many successes', [...times(3, (i) => bad(`${i}`)), ...times(3, () => good())], false],
    ['three places among fewer successes', [...times(3, (i) => bad(`${i}`)), ...times(2, () => good())], true],
    ['a few among many', [...times(17, () => good()), bad('a'), bad('b'), bad('c')], false],
    [
      'most of the last ones, after a long good time',
      [...times(500, () => good()), ...times(11, (i) => bad(`${i}`))],
      true,
    ],
    ['half of the last ones', [...times(500, () => good()), ...times(10, (i) => bad(`${i}`))], false],
    [
      'a bad time that is over',
      [...times(20, (i) => bad(`${i}`)), ...times(REMEMBERED_JUDGEMENTS, () => good())],
      false,
    ],
    ['a bad time long ago', times(5, (i) => bad(`${i}`, NOW - 10 * 60_000)), false],
    ['a bad time not so long ago', times(5, (i) => bad(`${i}`, NOW - 10 * 60_000 + 1)), true],
  ])('%s', (_name, judgements, isContradictedNow) => {
    expect(isContradicted(judgements, NOW)).toBe(isContradictedNow);
  });
});

describe('isMostlyContradicted', () => {
  const agreed = (at = NOW): Verdict => ({ at, isContradiction: false });
  const contradicted = (at = NOW): Verdict => ({ at, isContradiction: true });

  it.each<[string, Verdict[], boolean]>([
    ['nothing heard', [], false],
    ['one that saw it, too', [agreed()], false],
    ['one that did not', [contradicted()], true],
    ['one of each', [agreed(), contradicted()], true],
    ['more that saw it, too', [agreed(), contradicted(), agreed()], false],
    ['a contradiction from shortly before', [contradicted(NOW - 10_000)], true],
    ['a contradiction from long before', [contradicted(NOW - 10_001)], false],
    ['agreement from long before', [agreed(NOW - 20_000), agreed(NOW - 20_000), contradicted()], true],
  ])('%s', (_name, verdicts, expected) => {
    expect(isMostlyContradicted(verdicts, NOW)).toBe(expected);
  });
});

describe('placeOf', () => {
  it.each<[object, string]>([
    [{ type: 'HTTP', url: 'https://a.example/x' }, 'a.example'],
    [{ type: 'KEYWORD', url: 'https://a.example:8443/x' }, 'a.example:8443'],
    [{ type: 'SSL', url: 'a.example' }, 'a.example'],
    [{ type: 'PING', host: 'a.example' }, 'a.example'],
    [{ type: 'PORT', host: 'a.example', port: 25 }, 'a.example:25'],
  ])('%p', (target, place) => {
    expect(placeOf(target as CheckTarget)).toBe(place);
  });
});
