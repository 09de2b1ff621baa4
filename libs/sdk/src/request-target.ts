// Decides the address of a request.

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type QueryValues = Readonly<Record<string, QueryValue>>;

/** Ids that an address would resolve as folders. */
const FOLDERS: ReadonlySet<string> = new Set(['.', '..']);

/** Throws a TypeError for an id that is missing: the request would go to another operation. */
export function pathWith(template: string, ids: readonly unknown[]): string {
  let index = 0;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[index++];
    if (typeof id !== 'string' || id === '' || FOLDERS.has(id)) throw new TypeError(`${name} must be an id`);
    return encodeURIComponent(id);
  });
}

/** Leaves out what is undefined or null; a list is separated by commas. */
export function queryText(query: QueryValues | undefined): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) said.set(name, String(value));
  }
  return said.size === 0 ? '' : `?${said.toString()}`;
}

export function withoutTrailingSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
