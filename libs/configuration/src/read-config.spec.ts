import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './read-config.ts';
import { integer, text } from './variable.ts';

const ABOUT = 'what it is for';

describe('an environment that does not fit', () => {
  it('names every fault at once', () => {
    const declaration = {
      a: integer('A', { about: ABOUT }),
      b: text('B', { about: ABOUT }),
      c: text('C', { about: ABOUT, default: 'c' }),
    };
    expect(() => readConfig(declaration, { A: 'x' })).toThrow(
      new ConfigError(['A must be a whole number from 0, not "x"', 'B is required: what it is for']),
    );
  });
});
