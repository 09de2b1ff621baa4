import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SERVICES, type ServiceName } from '@vedette/local-stores';
import { inRepository, type TestStack } from '@vedette/test-kit';
import { peakBytes } from '../support/memory.ts';

const MIB = 1_024 * 1_024;
/** The part of its limit that a process may ever use. */
const SHARE = 0.7;

const LIMIT = /limits: \{[^}]*\bmemory: (\d+)Mi/;
const OPTIONS = /name: NODE_OPTIONS, value: ([^}]*\S) *\}/;

/** The limit of the container in Kubernetes. */
export function memoryLimit(service: ServiceName): number {
  return Number(inManifest(service, LIMIT)) * MIB;
}

/** As in Kubernetes. */
export function heapOf(service: ServiceName): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: inManifest(service, OPTIONS) };
}

function inManifest(service: ServiceName, pattern: RegExp): string {
  const manifest = readFileSync(inRepository(`k8s/base/${service}/deployment.yaml`), 'utf8');
  const [, found] = pattern.exec(manifest) ?? [];
  if (found === undefined) throw new Error(`The manifest of ${service} does not say how much memory it takes`);
  return found;
}

/** The most that each process had in memory, in MiB. */
export type Peaks = Readonly<Record<ServiceName, number>>;

export async function peaksOf(stack: TestStack): Promise<Peaks> {
  const peaks = SERVICES.map(async (name) => [name, (await peakBytes(stack.service(name).pid)) / MIB] as const);
  return Object.fromEntries(await Promise.all(peaks)) as Peaks;
}

/** From now on peaks are counted anew. */
export async function forgetPeaks(stack: TestStack): Promise<void> {
  await Promise.all(SERVICES.map((name) => writeFile(`/proc/${stack.service(name).pid}/clear_refs`, '5')));
}

/** The processes that took more than their share. */
export function largeProcesses(peaks: Peaks): string[] {
  return SERVICES.flatMap((name) => {
    const most = (SHARE * memoryLimit(name)) / MIB;
    return peaks[name] > most ? [`${name} took ${Math.round(peaks[name])} MiB of ${Math.round(most)}`] : [];
  });
}
