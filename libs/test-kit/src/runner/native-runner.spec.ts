import { describe, expect, it } from '@jest/globals';

const symbols = (): (string | undefined)[] => Object.getOwnPropertySymbols(globalThis).map((key) => key.description);

describe('a file that runs after others in the same process', () => {
  // With a few handlers of each earlier file, the last of 400 files would take several times as long as the first.
  it('has the only state and the only handlers of jest-circus', () => {
    expect(symbols().filter((name) => name === 'JEST_STATE_SYMBOL')).toHaveLength(1);
    const handlers = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS')) as readonly unknown[];
    expect(handlers.length).toBeLessThan(8);
  });
});
