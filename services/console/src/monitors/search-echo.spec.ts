import { describe, expect, it } from '@jest/globals';
import { SearchEcho } from './search-echo.ts';

describe('SearchEcho', () => {
  it.each([
    { name: 'what was told', told: ['p'], seen: [['p', true]] },
    {
      name: 'what was told before more was',
      told: ['p', 'pa'],
      seen: [
        ['p', true],
        ['pa', true],
      ],
    },
    { name: 'only the last of what was told', told: ['p', 'pa', 'pau'], seen: [['pau', true]] },
    { name: 'a link', told: [], seen: [['shop', false]] },
    {
      name: 'a link to what was told and seen',
      told: ['', 'shop'],
      seen: [
        ['shop', true],
        ['', false],
      ],
    },
    {
      name: 'a link after what was told',
      told: ['p'],
      seen: [
        ['shop', false],
        ['p', false],
      ],
    },
  ] as const)('knows $name', ({ told, seen }) => {
    const echo = new SearchEcho();
    for (const search of told) echo.tell(search);
    expect(seen.map(([search]) => [search, echo.isOwn(search)])).toEqual(seen);
  });
});
