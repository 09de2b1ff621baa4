import type { Plugin } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

/**
 * Takes Node's own modules from `process.getBuiltinModule`. An `import` of one reads all of its exports, and some of
 * them load further modules when they are read: a start would load the whole HTTP client of `fetch`.
 */
const builtinModules: Plugin = {
  name: 'builtin modules',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.startsWith('node:') ? path : `node:${path}`, namespace: 'builtin' }
        : undefined,
    );
    build.onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({ contents: builtinModule(path) }));
  },
};

/** The exports that nothing imports are left out of the bundle, because reading them is marked as pure. */
function builtinModule(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) => each !== 'default');
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'const read = (name) => builtin[name];',
    'export default builtin;',
    ...names.map(
      (each, index) => `const e${index} = /* @__PURE__ */ read('${each}'); export { e${index} as ${each} };`,
    ),
  ].join('\n');
}

const QUERY_COMPILER = 'query-compiler.wasm';

/** Writes Prisma's query compiler into a file. Prisma packs it as text of 4 MB, which every start would parse. */
const queryCompiler: Plugin = {
  name: 'query compiler',
  setup: (build) => {
    const { outdir = '' } = build.initialOptions;
    build.onLoad({ filter: /query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = (await import(path)) as { wasm: string };
      mkdirSync(outdir, { recursive: true });
      writeFileSync(join(outdir, QUERY_COMPILER), Buffer.from(wasm, 'base64'));
      // The generated client passes the value to `Buffer.from`, which accepts bytes as well as text.
      return { contents: `export const wasm = process.getBuiltinModule('fs').readFileSync(${FILE_BESIDE});` };
    });
  },
};

const FILE_BESIDE = `new URL('${QUERY_COMPILER}', import.meta.url)`;

/** Leaves the dynamic import of another program as it is: that program is a separate file in the same directory. */
const separatePrograms: Plugin = {
  name: 'separate programs',
  setup: (build) => {
    build.onResolve({ filter: /\/tracing-sdk\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './tracing-sdk.cjs', external: true } : undefined,
    );
  },
};

const FORMATTER = /const (\w+ormatter) = (new Intl\.\w+\([^;]*\));/g;

/**
 * Makes formatters of packages when they are used, which is never: our services log with pino and not with Nest's
 * loggers, and no text of theirs comes from the package `is`. The first formatter of a process loads the data of its
 * locale, for 35 ms of processor time.
 */
const lateFormatters: Plugin = {
  name: 'late formatters',
  setup: (build) => {
    const filter =
      /@nestjs\/common\/services\/(?:console-)?logger\.service\.js$|@sindresorhus\/is\/distribution\/index\.js$/;
    build.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(FORMATTER, 'const $1 = { format: (value) => $2.format(value) };');
      if (contents === text) throw new Error(`${path} no longer makes a formatter when it is loaded`);
      return { contents };
    });
  },
};

export const BUNDLE_PLUGINS: Plugin[] = [builtinModules, queryCompiler, separatePrograms, lateFormatters];
