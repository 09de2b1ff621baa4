import type { CheckJob, Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Pool } from 'pg';
import type { Organization } from './organization.ts';
import { eventsOf, handOut } from './rows.ts';
import type { WorkerPeer } from './worker-peer.ts';

let targets = 0;

export function newTarget(): string {
  return `http://target-${(targets += 1)}.test/`;
}

/** The job of a monitor that the worker got as number `count`. */
export async function jobOf(worker: WorkerPeer, monitorId: string, count = 1): Promise<CheckJob> {
  const jobs = await waitFor('the job', () => {
    const found = worker.jobsOf(monitorId);
    return found.length >= count && found;
  });
  return jobs[count - 1] as CheckJob;
}

/** The job of a later slot, which is in flight. */
export async function nextJob(pool: Pool, job: CheckJob): Promise<CheckJob> {
  const slotAt = new Date().toISOString();
  await handOut(pool, job.monitorId, slotAt);
  return { ...job, slotAt };
}

export function becomes(organization: Organization, id: string, state: Monitor['state']): Promise<Monitor> {
  return waitFor(`the monitor to be ${state}`, async () => {
    const monitor = await organization.get(id);
    return monitor.state === state && monitor;
  });
}

export async function typesOf(pool: Pool, { id }: Organization): Promise<string[]> {
  return (await eventsOf(pool, id)).map(({ type }) => type);
}
