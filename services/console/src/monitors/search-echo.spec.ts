import { describe, expect, it } from '@jest/globals';
import { SearchEcho } from './search-echo.ts';

describe('a search in the address', () => {
  it.each([
    { name: 'is its own when it was announced', told: ['p'], seen: [['p', true]] },
    {
      name: 'is its own when a newer one was announced, too',
      told: ['p', 'pa'],
      seen: [
        ['p', true],
        ['pa', true],
      ],
    },
    { name: 'is its own when earlier ones were skipped', told: ['p', 'pa', 'pau'], seen: [['pau', true]] },
    { name: 'is foreign when somebody followed a link', told: [], seen: [['shop', false]] },
    {
      name: 'is foreign when a link repeats one that was seen',
      told: ['', 'shop'],
      seen: [
        ['shop', true],
        ['', false],
      ],
    },
    {
      name: 'is foreign after a link, even if it was announced before',
      told: ['p'],
      seen: [
        ['shop', false],
        ['p', false],
      ],
    },
  ] as const)('$name', ({ told, seen }) => {
    const echo = new SearchEcho();
    for (const search of told) echo.tell(search);
    expect(seen.map(([search]) => [search, echo.isOwn(search)])).toEqual(seen);
  });
});
