import { ModernFakeTimers } from '@jest/fake-timers';
import type { TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { fn } from 'jest-mock';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inPlaces } from './busy-places.ts';
import { exportGlobals } from './native-modules.ts';
import { loadOf } from './suite-loads.ts';
import { PLACES, waitingAtOnce } from './suite-order.ts';

/** What Jest calls to run one file. */
type Runner = (
  globalConfig: Config.GlobalConfig,
  config: Config.ProjectConfig,
  environment: unknown,
  runtime: object,
  testPath: string,
) => Promise<TestResult>;

const require = createRequire(import.meta.url);
/** Jest-circus keeps these in the global object, which Jest would replace for each file. */
const KEPT_BY_CIRCUS = new Set<string | undefined>(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);
let files = 0;

// With the modules of many files in its memory, Node takes more than half a second to end, and Jest would take that for a
// leak. This skips giving the memory back piece by piece; a test that leaves something open still keeps the process alive.
process.once('beforeExit', () => process.exit());

/**
 * A `testRunner` of Jest: jest-circus, with modules that Node itself loads. A worker process loads each module once,
 * instead of once for each test file in a new context, which takes more time than the tests of most files. Jest hears of
 * a file when it is over, and not of each test: those messages would take a fifth of the time of the unit tests.
 */
const runFile: Runner = (globalConfig, config, environment, _runtime, testPath) => {
  const { default: runByCircus } = newCircus();
  files += 1;
  const nativeRuntime = {
    requireInternalModule: (path: string): unknown => require(path),
    requireModule: (path: string): unknown => require(path),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path: string): Promise<unknown> => import(`${pathToFileURL(path).href}?${files}`),
    setGlobalsForRuntime: (globals: object) => exportGlobals({ ...globals, jest: jestObject(config) }),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const run = (): Promise<TestResult> => runByCircus(globalConfig, config, environment, nativeRuntime, testPath);
  // Suites take their expected time only about, so the order in which they start does not suffice.
  const { places } = loadOf(relative(config.rootDir, testPath));
  if (places > 0) return inPlaces(places, `vedette-busy-${process.ppid}`, PLACES, run);
  if (config.displayName?.name === 'unit') return run();
  return inPlaces(1, `vedette-waiting-${process.ppid}`, waitingAtOnce(globalConfig.maxWorkers), run);
};

export default runFile;

/**
 * Jest-circus keeps the tests of a file in the state of its modules, so each file gets a new instance. The handlers of
 * earlier instances would be called with every event, too.
 */
function newCircus(): { default: Runner } {
  for (const path of Object.keys(require.cache)) if (path.includes('/jest-circus/')) delete require.cache[path];
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (KEPT_BY_CIRCUS.has(key.description)) Reflect.deleteProperty(globalThis, key);
  }
  return require('jest-circus/runner') as { default: Runner };
}

/** The part of the `jest` object that works without Jest's own modules: mock functions and fake timers. */
function jestObject(config: Config.ProjectConfig) {
  const timers = new ModernFakeTimers({ config, global: globalThis });
  return {
    fn,
    useFakeTimers: (options?: Config.FakeTimersConfig) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
    getTimerCount: () => timers.getTimerCount(),
  };
}
