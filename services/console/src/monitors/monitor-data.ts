import type { Monitor, MonitorListPage } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { forgetResources, resource, type Resource } from '../data/resource.ts';
import { PAGE_SIZE } from '../parts/paged-table.tsx';
import { queryOf, type Arrangement } from './arrangement.ts';

const LIST = 'monitor-list ';

/** One page of the list, as the server filters and sorts it. */
export function monitorPage(arrangement: Arrangement, page: number): Resource<MonitorListPage> {
  return resource(
    `${LIST}${page} ${queryOf(arrangement)}`,
    async () => await api().monitorList.get({ ...arrangement, limit: PAGE_SIZE, offset: page * PAGE_SIZE }),
    ['monitors'],
  );
}

export function monitorResource(id: string): Resource<Monitor> {
  return resource(`monitor ${id}`, async () => await api().monitors.get(id), [`monitor ${id}`]);
}

/** After a change here, the list may not show the state before it, even for a moment. */
export function forgetMonitorPages(): void {
  forgetResources(LIST);
}
