import type { Monitor } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';

export function monitorList(): Resource<Monitor[]> {
  return resource('monitors', () => Array.fromAsync(api().monitors.list()));
}
