import { describe, expect, it } from '@jest/globals';
import { readPresence } from './worker-presence.ts';

const places = { FAST: { total: 5, free: 5 }, SLOW: { total: 2, free: -1 } };
const good = {
  workerId: 'worker-1',
  region: 'north',
  checks: places,
  confirmations: places,
  slowest: [{ organizationId: 'org_1', places: 2 }],
  isTrusted: true,
};

describe('an announcement', () => {
  it('of a worker is read', () => {
    expect(readPresence(JSON.stringify(good))).toEqual(good);
  });

  it.each<[string, object]>([
    ['a field of a later version', { ...good, zone: 'a' }],
    ['no slow checks', { ...good, slowest: [] }],
    ['the longest region', { ...good, region: 'r'.repeat(63) }],
  ])('with %s is read', (_, presence) => {
    expect(readPresence(JSON.stringify(presence))).toEqual(presence);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no id', { ...good, workerId: undefined }],
    ['a region that is no text', { ...good, region: { a: 1 } }],
    ['a longer region', { ...good, region: 'r'.repeat(64) }],
    ['no places', { ...good, checks: undefined }],
    ['places of one lane', { ...good, checks: { FAST: places.FAST } }],
    ['places that are no numbers', { ...good, confirmations: { ...places, FAST: { total: '5', free: 5 } } }],
    ['fewer than no places', { ...good, checks: { ...places, FAST: { total: -1, free: 0 } } }],
    ['half a place', { ...good, checks: { ...places, FAST: { total: 5, free: 0.5 } } }],
    ['slow checks that are no list', { ...good, slowest: {} }],
    ['slow checks of nobody', { ...good, slowest: [{ places: 1 }] }],
    ['slow checks without a number', { ...good, slowest: [{ organizationId: 'org_1', places: null }] }],
    ['no trust', { ...good, isTrusted: 'yes' }],
  ])('with %s is none', (_, presence) => {
    expect(readPresence(JSON.stringify(presence))).toBeUndefined();
  });

  it('that is no JSON is none', () => {
    expect(readPresence('{')).toBeUndefined();
  });
});
