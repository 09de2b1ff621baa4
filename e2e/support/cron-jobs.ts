import { expect } from '@jest/globals';
import type { Monitor, MonitorState } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ApiClient } from './api-client.ts';

export async function createJob(api: ApiClient, fields: Record<string, unknown> = {}): Promise<Monitor> {
  const body = { name: 'Backup', type: 'CRON', expectedPeriodSec: 3_600, graceSeconds: 0, ...fields };
  const { status, body: job } = await api.post<Monitor>('/api/v1/monitors', body);
  expect([status, job.state]).toEqual([201, 'PENDING']);
  return job;
}

/** `end`: what the job appends to its address, such as its exit code. */
export async function ping({ heartbeatUrl }: Monitor, end = '', method = 'GET'): Promise<number> {
  const response = await fetch(`${heartbeatUrl}${end}`, { method });
  await response.arrayBuffer();
  return response.status;
}

export function jobBecomes(api: ApiClient, { id }: Monitor, state: MonitorState): Promise<Monitor> {
  return waitFor(`the job to be ${state}`, async () => {
    const { body } = await api.get<Monitor>(`/api/v1/monitors/${id}`);
    return body.state === state && body;
  });
}
