import { transformSync, type Options } from '@swc/core';
import { readFileSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';

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
