import { integer, readConfig, text, type Config } from '@vedette/configuration';

/** What `pnpm test:faults`, `test:attacks` and `test:simulation` take as options; `pnpm test` runs the defaults. */
const declaration = {
  seed: integer('VEDETTE_TEST_SEED', { default: 1, about: 'the same seed makes the same choices' }),
  faults: integer('VEDETTE_TEST_FAULTS', { default: 20, min: 1, about: 'faults to inject' }),
  cases: integer('VEDETTE_TEST_CASES', { default: 5_000, min: 1, about: 'generated requests to send' }),
  only: text('VEDETTE_TEST_ONLY', { default: null, about: 'attacks whose names contain this' }),
  seconds: integer('VEDETTE_TEST_SECONDS', { default: 10, min: 1, about: 'seconds to simulate histories for' }),
  attackSeconds: integer('VEDETTE_TEST_SECONDS', { default: 1, min: 1, about: 'seconds that each attack lasts' }),
};

export type SuiteConfig = Config<typeof declaration>;

export function suiteConfig(): SuiteConfig {
  return readConfig(declaration, process.env);
}
