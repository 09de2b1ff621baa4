import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Of a script beside this file. */
const scriptPath = (name: string): string => new URL(name, import.meta.url).pathname;

/** Runs a yardstick that sends the same again and again, and returns how many a second were accepted. */
export async function bareLoop(
  name: string,
  url: string,
  sent: { readonly file: string; readonly text: string },
  args: readonly number[],
): Promise<number> {
  const file = join(await mkdtemp(join(tmpdir(), 'vedette-bench-')), sent.file);
  await writeFile(file, sent.text);
  const { stdout } = await promisify(execFile)(process.execPath, [scriptPath(name), url, file, ...args.map(String)]);
  return Number(stdout);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

export const latenciesInWords = (latencies: readonly number[]): string =>
  [50, 90, 99].map((percent) => `p${percent} ${percentile(latencies, percent).toFixed(1)} ms`).join(', ');
