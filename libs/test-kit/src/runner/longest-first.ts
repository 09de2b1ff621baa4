import type { Test } from '@jest/test-result';
import type sequencer from '@jest/test-sequencer';
import type { TestSequencerOptions } from '@jest/test-sequencer';
import { createRequire } from 'node:module';
import { loadOf } from './suite-loads.ts';
import { startOrder, suitesAtOnce } from './suite-order.ts';

// The types of this package describe its CommonJS module only.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof sequencer;

/** A run ends sooner if its longest suites do not start last. Jest by itself knows only how long earlier runs took. */
export default class LongestFirst extends Sequencer {
  readonly #atOnce: number;
  readonly #root: string;

  constructor(options: TestSequencerOptions) {
    super(options);
    this.#atOnce = suitesAtOnce(options.globalConfig.maxWorkers);
    this.#root = options.globalConfig.rootDir;
  }

  override async sort(tests: Test[]): Promise<Test[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    return startOrder(sorted, ({ path }) => loadOf(path.slice(this.#root.length + 1)), this.#atOnce);
  }
}
