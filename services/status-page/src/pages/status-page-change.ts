// Decides how a PATCH changes a page: which columns it writes, and whether anything differs afterwards.

import type { StatusPageCreate, StatusPageTheme, StatusPageUpdate } from '@vedette/contract';
import { isDeepStrictEqual } from 'node:util';
import { newHostClaim, type HostClaim } from '../domains/custom-domain.ts';

export interface PageComponent {
  readonly id: string;
  readonly monitorId: string;
  /** Null: the component shows the name of its monitor and follows its renames. */
  readonly name: string | null;
  readonly description: string | null;
  readonly group: string | null;
}

export interface PageFields extends HostClaim {
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly customDomain: string | null;
  readonly published: boolean;
  readonly theme: StatusPageTheme;
  readonly accentColor: string | null;
  readonly logoUrl: string | null;
  readonly timezone: string;
}

export interface StoredPage extends PageFields {
  readonly id: string;
  readonly organizationId: string;
  readonly components: readonly PageComponent[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PageChange {
  readonly fields: Partial<PageFields>;
  /** Undefined: the components stay as they are. */
  readonly components: readonly PageComponent[] | undefined;
  readonly isSame: boolean;
}

export function changePage(
  page: StoredPage,
  update: StatusPageUpdate,
  newComponentId: () => string,
  now: Date,
): PageChange {
  const { components: wanted, ...sent } = update;
  const fields = withHost(page, sent, now);
  const components = wanted === undefined ? undefined : arrangeComponents(page.components, wanted, newComponentId);
  const isSame =
    isDeepStrictEqual({ ...page, ...fields }, page) &&
    (components === undefined || isDeepStrictEqual(components, page.components));
  return { fields, components, isSame };
}

/** A different spelling of the same domain stays proven. */
function withHost(page: StoredPage, sent: Omit<StatusPageUpdate, 'components'>, now: Date): Partial<PageFields> {
  if (sent.customDomain === undefined) return sent;
  const claim = newHostClaim(sent.customDomain, now);
  return claim.host === page.host ? sent : { ...sent, ...claim };
}

/** The component of a monitor keeps its id. */
export function arrangeComponents(
  current: readonly PageComponent[],
  wanted: StatusPageCreate['components'],
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
