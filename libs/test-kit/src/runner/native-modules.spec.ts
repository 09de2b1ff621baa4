import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportedGlobals, exportGlobals } from './native-modules.ts';

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
