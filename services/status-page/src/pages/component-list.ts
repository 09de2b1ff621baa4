// Decides how a new list of components replaces a page's old one: the component of a monitor keeps its id.

import type { StatusPageCreate } from '@vedette/contract';

export interface PageComponent {
  readonly id: string;
  readonly monitorId: string;
  /** Null: the component shows the name of its monitor and follows its renames. */
  readonly name: string | null;
  readonly description: string | null;
  readonly group: string | null;
}

type Wanted = StatusPageCreate['components'][number];

export function arrangeComponents(
  current: readonly PageComponent[],
  wanted: readonly Wanted[],
  newId: () => string,
): PageComponent[] {
  const ids = new Map(current.map(({ id, monitorId }) => [monitorId, id]));
  return wanted.map(({ monitorId, name, description, group }) => ({
    id: ids.get(monitorId) ?? newId(),
    monitorId,
    name: name ?? null,
    description,
    group,
  }));
}
