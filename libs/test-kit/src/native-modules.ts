import { transformSync, type Options } from '@swc/core';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
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

/** Sets what the test file that is loaded next imports from `@jest/globals`. */
export function exportGlobals(globals: object): void {
  Object.assign(globalThis, { [Symbol.for(GLOBALS_KEY)]: globals });
}

process.setSourceMapsEnabled(true);
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals'
      ? { url: `${GLOBALS_URL}${context.parentURL ?? ''}`, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context),
  load: (url, context, nextLoad) => {
    if (url.startsWith(GLOBALS_URL)) {
      const source = `export const { ${NAMES.join(', ')} } = globalThis[Symbol.for('${GLOBALS_KEY}')];`;
      return { format: 'module', source, shortCircuit: true };
    }
    const [file = ''] = url.split('?', 1);
    if (!file.startsWith('file:') || !file.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(file);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...COMPILER, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
