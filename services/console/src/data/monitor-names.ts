import { api, Failure } from '../api/client.ts';
import { resource, type Resource } from './resource.ts';

export interface MonitorName {
  readonly id: string;
  readonly name: string;
}

export interface MonitorChoices {
  readonly choices: readonly MonitorName[];
  /** How many match, shown or not. */
  readonly total: number;
}

/** More would help nobody: typing finds them. */
export const MOST_CHOICES = 60;
/** More are found faster in the list. */
const MOST_ASKED_SINGLY = 20;
const PAGE_SIZE = 200;

/** The first monitors with this text in their name or target, by name. */
export function monitorChoices(search: string): Resource<MonitorChoices> {
  return resource(`monitor choices ${search}`, async () => {
    const query = { sort: 'name', limit: MOST_CHOICES, ...(search !== '' && { search }) } as const;
    const { data, pagination } = await api().monitorList.get(query);
    return { choices: data.map(({ id, name }) => ({ id, name })), total: pagination.total };
  });
}

/** The names of these monitors, by id; those that somebody has deleted have none. */
export function monitorNames(ids: readonly string[]): Resource<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].toSorted();
  return resource(`monitor names ${wanted.join()}`, async () => {
    const found = wanted.length > MOST_ASKED_SINGLY ? await listed(wanted) : await Promise.all(wanted.map(named));
    return new Map(found.flatMap((each) => (each === undefined ? [] : [[each.id, each.name] as const])));
  });
}

async function named(id: string): Promise<MonitorName | undefined> {
  try {
    return await api().monitors.get(id);
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Reads the list until all of them are found. */
async function listed(ids: readonly string[]): Promise<MonitorName[]> {
  const missing = new Set(ids);
  const found: MonitorName[] = [];
  for await (const each of api().monitorList.get({ sort: 'name', limit: PAGE_SIZE })) {
    if (missing.delete(each.id)) found.push(each);
    if (missing.size === 0) break;
  }
  return found;
}
