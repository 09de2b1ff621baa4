import { describe, expect, it } from '@jest/globals';
import { FirstLoad } from './first-load.ts';

type Step = readonly ['expect', readonly string[]] | readonly ['loaded' | 'failed', string];

const CASES: readonly [name: string, steps: readonly Step[], isDone: boolean][] = [
  ['has not begun before the first look', [], false],
  ['is done at once without pages', [['expect', []]], true],
  [
    'waits for every page',
    [
      ['expect', ['a', 'b']],
      ['loaded', 'a'],
    ],
    false,
  ],
  [
    'is done with the last page',
    [
      ['expect', ['a', 'b']],
      ['loaded', 'a'],
      ['loaded', 'b'],
    ],
    true,
  ],
  [
    'waits for no page that came later',
    [
      ['expect', ['a']],
      ['expect', ['a', 'b']],
      ['loaded', 'a'],
    ],
    true,
  ],
  [
    'goes on after a failure',
    [
      ['expect', ['a']],
      ['failed', 'a'],
    ],
    false,
  ],
  [
    'is done when the page is loaded after all',
    [
      ['expect', ['a']],
      ['failed', 'a'],
      ['loaded', 'a'],
    ],
    true,
  ],
  [
    'gives up a page that fails twice',
    [
      ['expect', ['a']],
      ['failed', 'a'],
      ['failed', 'a'],
    ],
    true,
  ],
  [
    'counts the failures of each page',
    [
      ['expect', ['a', 'b']],
      ['failed', 'a'],
      ['failed', 'b'],
    ],
    false,
  ],
  [
    'does not begin again',
    [
      ['expect', ['a']],
      ['loaded', 'a'],
      ['failed', 'a'],
      ['failed', 'b'],
    ],
    true,
  ],
];

describe('the first load', () => {
  it.each(CASES)('%s', (_name, steps, isDone) => {
    const load = new FirstLoad();
    for (const step of steps) {
      if (step[0] === 'expect') load.expect(step[1]);
      else load[step[0]](step[1]);
    }
    expect(load.isDone).toBe(isDone);
  });
});
