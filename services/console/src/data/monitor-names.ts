import { api } from '../api/client.ts';
import { resource, type Resource } from './resource.ts';

export interface MonitorName {
  readonly id: string;
  readonly name: string;
}

const PAGE_SIZE = 200;

/** The names of all monitors, by name: forms and lists refer to monitors by their ids. */
export function monitorNames(): Resource<MonitorName[]> {
  return resource('monitor names', async () => {
    const names: MonitorName[] = [];
    for await (const { id, name } of api().monitorList.get({ sort: 'name', limit: PAGE_SIZE }))
      names.push({ id, name });
    return names;
  });
}
