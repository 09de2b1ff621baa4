import type { Monitor } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';

export function monitorList(): Resource<Monitor[]> {
  return resource('monitors', () => Array.fromAsync(api().monitors.list()));
}

export function monitorResource(id: string): Resource<Monitor> {
  return resource(`monitor ${id}`, async () => await api().monitors.get(id));
}

/** The list shows what is known at once: a deleted monitor is not part of it. */
export function forgetMonitor(id: string): void {
  const list = monitorList();
  const known = list.value.peek();
  if (known !== undefined) list.set(known.filter((monitor) => monitor.id !== id));
}
