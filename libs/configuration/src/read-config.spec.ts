import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './read-config.ts';
import { integer, text } from './variable.ts';

const about = 'what it is for';

describe('an environment that does not fit', () => {
  it('names every fault at once', () => {
    const declaration = { a: integer('A', { about }), b: text('B', { about }), c: text('C', { about, default: 'c' }) };
    expect(() => readConfig(declaration, { A: 'x' })).toThrow(
      new ConfigError(['A must be a whole number from 0, not "x"', 'B is required: what it is for']),
    );
  });
});
