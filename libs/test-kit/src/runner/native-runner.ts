import { ModernFakeTimers } from '@jest/fake-timers';
import type { TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { transformSync, type Options } from '@swc/core';
import { fn } from 'jest-mock';
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const GLOBALS_URL = 'jest-globals:';
const GLOBALS_KEY = 'vedette.jest-globals';
const NAMES = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'];

/** Nest needs the metadata of decorators, which Node's own type stripping does not emit. */
const COMPILER: Options = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  swcrc: false,
};

/** Sets what `@jest/globals` is from now on: in the test file that is loaded next, and in every module that is loaded. */
export function exportGlobals(globals: object): void {
  Object.assign(globalThis, { [Symbol.for(GLOBALS_KEY)]: globals });
}

export function exportedGlobals(): object {
  return Reflect.get(globalThis, Symbol.for(GLOBALS_KEY)) as object;
}

/** Each name looks up its function when it is used: a module that several test files share is loaded with the first. */
const GLOBALS_SOURCE = `
  const current = (name) => globalThis[Symbol.for('${GLOBALS_KEY}')][name];
  const named = (name) =>
    new Proxy(() => undefined, {
      apply: (_target, self, values) => Reflect.apply(current(name), self, values),
      get: (_target, key) => current(name)[key],
    });
  ${NAMES.map((name) => `export const ${name} = named('${name}');`).join('\n')}
`;

// Node would otherwise read the source map of every file of a package when it loads the file.
setSourceMapsSupport(true, { nodeModules: false });
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals'
      ? { url: GLOBALS_URL, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context),
  load: (url, context, nextLoad) => {
    if (url === GLOBALS_URL) return { format: 'module', source: GLOBALS_SOURCE, shortCircuit: true };
    const [file = ''] = url.split('?', 1);
    if (!file.startsWith('file:') || !file.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(file);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...COMPILER, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

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
  return runByCircus(globalConfig, config, environment, nativeRuntime, testPath);
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
