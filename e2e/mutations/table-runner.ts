import { createRequire } from 'node:module';
import { dirname } from 'node:path';

type Body = (...row: unknown[]) => unknown;
type Hook = () => unknown;

interface Test {
  readonly run: () => unknown;
  readonly before: readonly Hook[];
}

const require = createRequire(import.meta.url);
const { jestExpect } = require(
  require.resolve('@jest/expect', { paths: [dirname(require.resolve('@jest/globals'))] }),
) as { readonly jestExpect: unknown };

/** As much of `@jest/globals` as tables of cases use, without a process for every run. */
export class TableRunner {
  readonly #tests: Test[] = [];
  readonly #beforeAll: Hook[] = [];
  #beforeEach: Hook[] = [];

  /** The exports of `@jest/globals` for specs that register their tests here. */
  get globals(): Record<string, unknown> {
    const it = withEach((_name: string, body: Body) => this.#add(() => body()));
    const describe = withEach((_name: string, body: Body) => {
      const outer = this.#beforeEach;
      body();
      this.#beforeEach = outer;
    });
    const beforeEach = (hook: Hook): void => {
      this.#beforeEach = [...this.#beforeEach, hook];
    };
    const beforeAll = (hook: Hook): void => {
      this.#beforeAll.push(hook);
    };
    return {
      describe,
      it,
      test: it,
      expect: jestExpect,
      beforeEach,
      beforeAll,
      afterEach: () => {},
      afterAll: () => {},
    };
  }

  /** False when a test fails; those after it do not run. */
  async run(): Promise<boolean> {
    try {
      for (const hook of this.#beforeAll) await hook();
      for (const { run, before } of this.#tests) {
        for (const hook of before) await hook();
        await run();
      }
      return true;
    } catch {
      return false;
    }
  }

  #add(run: () => unknown): void {
    this.#tests.push({ run, before: this.#beforeEach });
  }
}

function withEach(register: (name: string, body: Body) => void) {
  const each =
    (rows: readonly unknown[]) =>
    (name: string, body: Body): void => {
      for (const row of rows) register(name, () => (Array.isArray(row) ? body(...(row as unknown[])) : body(row)));
    };
  return Object.assign(register, { each });
}
