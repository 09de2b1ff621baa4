import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportedGlobals, exportGlobals } from './native-runner.ts';

const symbols = (): (string | undefined)[] => Object.getOwnPropertySymbols(globalThis).map((key) => key.description);

describe('a file that runs after others in the same process', () => {
  // With a few handlers of each earlier file, the last of 400 files would take several times as long as the first.
  it('has the only state and the only handlers of jest-circus', () => {
    expect(symbols().filter((name) => name === 'JEST_STATE_SYMBOL')).toHaveLength(1);
    const handlers = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS')) as readonly unknown[];
    expect(handlers.length).toBeLessThan(8);
  });
});

describe('the functions of Jest in a module that several test files share', () => {
  it('are those of the file that runs, not of the file that loaded the module', () => {
    const ofThisFile = exportedGlobals();
    const hooks: unknown[] = [];
    const hook = (): void => undefined;
    exportGlobals({ ...ofThisFile, beforeAll: (added: unknown) => hooks.push(added) });
    try {
      beforeAll(hook);
    } finally {
      exportGlobals(ofThisFile);
    }
    expect(hooks).toEqual([hook]);
  });
});
