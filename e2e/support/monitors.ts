import type { Monitor } from '@vedette/contract';
import type { ApiClient } from './api-client.ts';

/** A monitor whose target is never reached: it is created, and its check is none of the test's business. */
export const HTTP_MONITOR = { name: 'Site', type: 'HTTP', url: 'http://127.0.0.1:9/' } as const;

export async function createMonitor(api: ApiClient, fields: Record<string, unknown> = {}): Promise<Monitor> {
  const { status, body } = await api.post<Monitor>('/api/v1/monitors', { ...HTTP_MONITOR, ...fields });
  if (status !== 201) throw new Error(`The monitor was not created: ${status} ${JSON.stringify(body)}`);
  return body;
}

export interface Page<T> {
  readonly data: T[];
  readonly pagination: { limit: number; offset: number; total: number };
}
