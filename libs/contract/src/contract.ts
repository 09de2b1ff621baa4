import type { Operation } from './operation.ts';

export interface Contract {
  readonly operations: readonly Operation[];
}

const DAY_MS = 86_400_000;
const MINIMUM_NOTICE_DAYS = 180;

/** Refuses a set of operations that could not be served, or that breaks the deprecation promise. */
export function defineContract(operations: Readonly<Record<string, Operation>>): Contract {
  const ids = new Set<string>();
  const routes = new Set<string>();
  for (const [name, operation] of Object.entries(operations)) {
    if (name !== operation.id) throw new Error(`operation ${operation.id} is listed as ${name}`);
    if (ids.has(operation.id)) throw new Error(`operation ${operation.id} is defined twice`);
    ids.add(operation.id);
    // Two paths that differ only in the name of a parameter are the same route.
    const route = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`;
    if (routes.has(route)) throw new Error(`${operation.method} ${operation.path} is defined twice`);
    routes.add(route);
    requireNotice(operation);
  }
  return { operations: Object.values(operations) };
}

function requireNotice({ id, deprecation }: Operation): void {
  if (deprecation === undefined) return;
  const days = (Date.parse(deprecation.sunset) - Date.parse(deprecation.since)) / DAY_MS;
  if (!(days >= MINIMUM_NOTICE_DAYS)) {
    throw new Error(
      `operation ${id} is deprecated with ${String(days)} days of notice; ${String(MINIMUM_NOTICE_DAYS)} are promised`,
    );
  }
}
