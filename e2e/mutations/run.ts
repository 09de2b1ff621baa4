import { refuseOptions } from '@vedette/local-stores';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { DECIDERS, tablesOf } from './deciders.ts';
import { reasonOf } from './equivalent-mutants.ts';
import { MutantPool } from './mutant-pool.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { reportOf, type Judged } from './report.ts';

// `pnpm test:mutations [path …]`: changes one condition of a rule at a time, and asks its tables and the simulation
// whether they notice. Without paths it takes every rule that the simulation composes.

const root = dirname(dirname(import.meta.dirname));
const HISTORIES = 1_500;
const LEAST_SCORE = 0.9;
/** A mutant may take this many times as long as the unchanged rule, and at least the shortest limit. */
const SLOWER = 5;
const SHORTEST_LIMIT_MS = 5_000;
const UNCHANGED_LIMIT_MS = 120_000;

const given = process.argv.slice(2);
const unknown = given.filter((path) => !existsSync(join(root, path)));
if (unknown.length > 0) refuseOptions(`There is no file ${unknown.join(', ')}.`, 'test:mutations [PATH…]');
const files: readonly string[] = given.length > 0 ? given : DECIDERS;
const pool = new MutantPool(root, HISTORIES);
const judged: Judged[] = [];

for (const file of files) {
  const tables = tablesOf(root, file);
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  const startedAt = performance.now();
  const unchanged = await pool.run({ path, source, tables }, UNCHANGED_LIMIT_MS);
  if (unchanged !== 'nobody') throw new Error(`${file} fails without a change, by ${unchanged}`);
  const limitMs = Math.max(SHORTEST_LIMIT_MS, SLOWER * (performance.now() - startedAt));
  const left = mutantsOf(source);
  const judge = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) judged.push(await judgeOne(mutant));
  };
  const judgeOne = async (mutant: Mutant): Promise<Judged> => {
    const by = await pool.run({ path, source: mutant.source, tables }, limitMs);
    return { file, mutant, by, reason: by === 'nobody' ? reasonOf(file, mutant) : undefined };
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, judge));
  process.stderr.write(`${file}\n`);
}
await pool.close();
const { text, score } = reportOf(judged);
process.stdout.write(text);
if (score < LEAST_SCORE) process.exitCode = 1;
