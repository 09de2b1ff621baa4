// Shows a page to the API: component names follow their monitors, and the state is the present one.

import type { StatusIncidentImpact, StatusPage } from '@vedette/contract';
import { componentState, pageState } from '../view/page-state.ts';
import type { KnownMonitors } from '../monitors/monitor-directory.ts';
import type { StoredPage } from './status-page-change.ts';

export interface PageFacts {
  readonly monitors: KnownMonitors;
  readonly inMaintenance: ReadonlySet<string>;
  readonly ongoingImpacts: readonly { readonly pageId: string; readonly impact: StatusIncidentImpact }[];
}

export function statusPageView(page: StoredPage, facts: PageFacts, publicUrl: string): StatusPage {
  const states = page.components.map(({ monitorId }) =>
    componentState(facts.monitors.get(monitorId)?.state, facts.inMaintenance.has(monitorId)),
  );
  const impacts = facts.ongoingImpacts.filter(({ pageId }) => pageId === page.id).map(({ impact }) => impact);
  return {
    id: page.id,
    name: page.name,
    slug: page.slug,
    description: page.description,
    url: pageUrl(publicUrl, page.slug),
    customDomain: page.customDomain,
    customDomainVerified: page.hostVerified,
    published: page.published,
    state: pageState(states, impacts),
    theme: page.theme,
    accentColor: page.accentColor,
    logoUrl: page.logoUrl,
    timezone: page.timezone,
    components: page.components.map(({ id, monitorId, name, description, group }) => ({
      id,
      monitorId,
      name: name ?? facts.monitors.get(monitorId)?.name ?? monitorId,
      description,
      group,
    })),
    createdAt: page.createdAt.toISOString(),
    updatedAt: page.updatedAt.toISOString(),
  };
}

export function pageUrl(publicUrl: string, slug: string): string {
  return `${publicUrl}/${slug}`;
}
