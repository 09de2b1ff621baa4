import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule, type Module } from 'node:vm';
import { transformSync } from '@swc/core';

const compiled = new Map<string, string>();
const foreign = new Map<string, Promise<Module>>();

/**
 * The modules of the services and of the simulation, evaluated apart from the process's own, with one file replaced.
 * Packages and libs are shared with the process, except the lib of the replaced file.
 */
export class ModuleWorld {
  readonly #replaced: { readonly path: string; readonly source: string } | undefined;
  readonly #globals: Readonly<Record<string, unknown>>;
  readonly #modules = new Map<string, Module>();

  constructor(
    globals: Readonly<Record<string, unknown>>,
    replaced?: { readonly path: string; readonly source: string },
  ) {
    this.#globals = globals;
    this.#replaced = replaced;
  }

  /** The exports of the module. */
  async import(path: string): Promise<Record<string, unknown>> {
    const module = this.#load(path);
    await module.link((specifier, { identifier }) => this.#resolve(specifier, identifier));
    await module.evaluate();
    return module.namespace as Record<string, unknown>;
  }

  #load(path: string): Module {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const module = new SourceTextModule(this.#codeOf(path), {
      identifier: path,
      initializeImportMeta: (meta) => {
        meta.url = pathToFileURL(path).href;
      },
    });
    this.#modules.set(path, module);
    return module;
  }

  #codeOf(path: string): string {
    if (path === this.#replaced?.path) return compile(this.#replaced.source);
    const code = compiled.get(path) ?? compile(readFileSync(path, 'utf8'));
    compiled.set(path, code);
    return code;
  }

  #isOwn(path: string): boolean {
    const [lib] = /^.*\/libs\/[^/]+\/src\//.exec(this.#replaced?.path ?? '') ?? [];
    if (lib !== undefined && path.startsWith(lib)) return true;
    return /\/(?:services|e2e)\/(?!.*node_modules).*\.ts$/.test(path);
  }

  #resolve(specifier: string, from: string): Module | Promise<Module> {
    if (specifier === '@jest/globals') return exporting(this.#globals);
    const path = specifier.startsWith('node:') ? specifier : createRequire(from).resolve(specifier);
    if (this.#isOwn(path)) return this.#load(path);
    const known = foreign.get(path) ?? import(path.startsWith('/') ? pathToFileURL(path).href : path).then(exporting);
    foreign.set(path, known);
    return known;
  }
}

function exporting(names: Readonly<Record<string, unknown>>): Module {
  return new SyntheticModule(Object.keys(names), function () {
    for (const [name, value] of Object.entries(names)) this.setExport(name, value);
  });
}

function compile(source: string): string {
  const jsc = { target: 'es2024', parser: { syntax: 'typescript' } } as const;
  return transformSync(source, { jsc, module: { type: 'es6' }, swcrc: false }).code;
}
