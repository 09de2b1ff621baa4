import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from './organization.ts';

export const tokenOf = ({ heartbeatUrl }: Monitor): string => heartbeatUrl?.split('/').at(-1) ?? '';

/** Returns the status of the answer. */
export async function pingAt(url: string, monitor: Monitor, end = '', method = 'GET'): Promise<number> {
  const response = await fetch(`${url}/${tokenOf(monitor)}${end}`, { method });
  await response.arrayBuffer();
  return response.status;
}

export const newJob = (organization: Organization, fields: Record<string, unknown> = {}): Promise<Monitor> =>
  organization.create({ type: 'CRON', url: null, expectedPeriodSec: 3_600, graceSeconds: 60, ...fields });

export function becomes(organization: Organization, { id }: Monitor, state: Monitor['state']): Promise<Monitor> {
  return waitFor(`the job to be ${state}`, async () => {
    const monitor = await organization.get(id);
    return monitor.state === state && monitor;
  });
}
