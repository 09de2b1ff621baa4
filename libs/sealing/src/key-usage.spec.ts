import { describe, expect, it } from '@jest/globals';
import { keyUsage, type KeyRing } from './key-usage.ts';

const alone: KeyRing = { keyId: 'new', keyIds: ['new'] };
const replacing: KeyRing = { keyId: 'new', keyIds: ['old', 'new'] };

describe('the keys in use', () => {
  it.each([
    { name: 'are none while nothing is sealed', inUse: [], ring: alone, outdated: [], missing: [] },
    { name: 'are as they should be', inUse: ['new'], ring: alone, outdated: [], missing: [] },
    { name: 'are being replaced', inUse: ['new', 'old'], ring: replacing, outdated: ['old'], missing: [] },
    { name: 'are all to be replaced', inUse: ['old'], ring: replacing, outdated: ['old'], missing: [] },
    { name: 'are replaced', inUse: ['new'], ring: replacing, outdated: [], missing: [] },
    {
      name: 'include one that was taken away too early',
      inUse: ['new', 'old'],
      ring: alone,
      outdated: [],
      missing: ['old'],
    },
    {
      name: 'include one from before the previous one',
      inUse: ['ancient', 'new', 'old'],
      ring: replacing,
      outdated: ['old'],
      missing: ['ancient'],
    },
  ])('$name', ({ inUse, ring, outdated, missing }) => {
    expect(keyUsage(inUse, ring)).toEqual({ outdated, missing });
  });
});
