import { readFileSync } from 'node:fs';
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

const given = process.argv.slice(2);
const files: readonly string[] = given.length > 0 ? given : DECIDERS;
const pool = new MutantPool(root, HISTORIES);
const judged: Judged[] = [];

for (const file of files) {
  const tables = tablesOf(root, file);
  const left = mutantsOf(readFileSync(join(root, file), 'utf8'));
  const judge = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) judged.push(await judgeOne(mutant));
  };
  const judgeOne = async (mutant: Mutant): Promise<Judged> => {
    const by = await pool.run({ path: join(root, file), source: mutant.source, tables });
    return { file, mutant, by, reason: by === 'nobody' ? reasonOf(file, mutant) : undefined };
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, judge));
  process.stderr.write(`${file}\n`);
}
await pool.close();
const { text, score } = reportOf(judged);
process.stdout.write(text);
if (score < LEAST_SCORE) process.exitCode = 1;
