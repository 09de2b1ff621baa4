import type { ToolName } from '@vedette/local-stores';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SUFFIX = '.bench.ts';

/** What a benchmark needs beyond the stores. */
const TOOLS: Readonly<Record<string, readonly ToolName[]>> = {
  console: ['chromium'],
  pages: ['nginx'],
};

export function benchmarkFile(checkout: string, name: string): string {
  return join(checkout, 'e2e', 'bench', `${name}${SUFFIX}`);
}

export function benchmarksIn(checkout: string): string[] {
  const directory = join(checkout, 'e2e', 'bench');
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((file) => (file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : []));
}

export function toolsOf(names: readonly string[]): ToolName[] {
  return ['postgres', 'redis-server', 'nats-server', 'ping', 'taskset', ...names.flatMap((name) => TOOLS[name] ?? [])];
}
