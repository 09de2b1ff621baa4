// Decides which filters and order the address of the list of monitors means.

import type { GetMonitorListQuery, Monitor } from '@vedette/sdk';

export const SORTS = ['state', 'name', 'uptime', 'latency', 'lastStatusChangedAt'] as const;
export const STATES: readonly Monitor['state'][] = ['DOWN', 'DEGRADED', 'UP', 'PENDING', 'PAUSED'];
export const TYPES: readonly Monitor['type'][] = ['HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN'];

export type Sort = (typeof SORTS)[number];

/** What is asked of the server; what is undefined is not restricted. */
export type Arrangement = Pick<GetMonitorListQuery, 'search' | 'state' | 'type' | 'sort'>;

const MOST_SEARCHED = 200;

/** A part of the address that is missing or wrong has its default. */
export function arrangementOf(query: Readonly<Record<string, string | undefined>>): Arrangement {
  const search = query['search']?.trim().slice(0, MOST_SEARCHED);
  const sort = SORTS.find((each) => each === query['sort']);
  return {
    search: search === '' ? undefined : search,
    state: STATES.find((each) => each === query['state']),
    type: TYPES.find((each) => each === query['type']),
    sort: sort === 'state' ? undefined : sort,
  };
}

/** The query of the address: empty, or beginning with a question mark. */
export function queryOf({ search, state, type, sort }: Arrangement): string {
  const said = Object.entries({ search, state, type, sort }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return said.length === 0 ? '' : `?${new URLSearchParams(said).toString()}`;
}

export function isFiltered({ search, state, type }: Arrangement): boolean {
  return search !== undefined || state !== undefined || type !== undefined;
}
