import { BASE } from '../base-path.ts';
import { organizationId } from '../data/session.ts';

export type Place =
  | 'overview'
  | 'monitors'
  | 'incidents'
  | 'status-pages'
  | 'maintenance'
  | 'webhooks'
  | 'contacts'
  | 'keys'
  | 'people'
  | 'audit'
  | 'usage'
  | 'organization'
  | 'settings';

/** The address of a screen in the organization of the present address. */
export function addressOf(place: string): string {
  return `${BASE}/o/${organizationId.value ?? ''}/${place}`;
}

export function organizationAddress(id: string): string {
  return `${BASE}/o/${id}/overview`;
}

/** The organization that an address names; undefined if it names none. */
export function organizationIn(path: string): string | undefined {
  const [, rest = ''] = path.split(`${BASE}/o/`, 2);
  const [id = ''] = rest.split('/', 1);
  return id === '' ? undefined : decodeURIComponent(id);
}
