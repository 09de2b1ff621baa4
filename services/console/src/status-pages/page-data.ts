import type { StatusIncident, StatusPage } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';

export function pageList(): Resource<StatusPage[]> {
  return resource('status pages', () => Array.fromAsync(api().statusPages.list()));
}

/** The names of the pages, by id. */
export function pageNames(pages: readonly StatusPage[] = []): ReadonlyMap<string, string> {
  return new Map(pages.map(({ id, name }) => [id, name]));
}

export function pageResource(id: string): Resource<StatusPage> {
  return resource(`status page ${id}`, async () => await api().statusPages.get(id), [`status-page ${id}`]);
}

export function publishedResource(id: string): Resource<StatusIncident> {
  return resource(`published incident ${id}`, async () => await api().statusIncidents.get(id), [
    `status-incident ${id}`,
  ]);
}
