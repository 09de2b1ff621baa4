// Decides what the public may see of a page. Data that is not in the view cannot leak.

import type {
  StatusIncidentImpact,
  StatusIncidentState,
  StatusPageState,
  StatusPageTheme,
  UptimeAnswer,
  UptimeDay,
} from '@vedette/contract';
import { componentState, pageState, type ComponentState } from './page-state.ts';
import { datesUpTo, localDate, startOfDate } from './local-dates.ts';
import type { PageSource, SourceComponent, SourceIncident, SourceLogo, SourceWindow } from './page-source.ts';

/** Raise this when the shape changes: older snapshots on disk are then ignored. */
export const VIEW_FORMAT = 4;
export const DAYS_SHOWN = 90;
const RECENT_DAYS = 15;

export interface PageView {
  readonly format: typeof VIEW_FORMAT;
  readonly id: string;
  readonly slug: string;
  readonly host: string | null;
  /** True if an edge may obtain a certificate for the host. */
  readonly mayHaveCertificate: boolean;
  readonly name: string;
  readonly description: string | null;
  readonly theme: StatusPageTheme;
  readonly accentColor: string | null;
  /** In base64, so that the snapshot on disk contains it. */
  readonly logo: { readonly type: string; readonly data: string } | null;
  readonly timezone: string;
  readonly state: StatusPageState;
  /** The moment of all uptimes; null before the first answer of the monitor service. */
  readonly uptimeAt: string | null;
  /** The date of the first shown day. */
  readonly firstDate: string;
  /** Incidents resolved before this instant appear in the history only. */
  readonly recentSince: string;
  readonly components: readonly ComponentView[];
  /** Ongoing incidents, then resolved ones, newest first. */
  readonly incidents: readonly IncidentView[];
  /** Running windows, then future ones, then past ones, newest first. */
  readonly windows: readonly WindowView[];
}

/** Null: nothing is known of the day. */
export type DayView = UptimeDay | null;

export interface ComponentUptime {
  readonly percent: number | null;
  /** One entry for each shown day; empty before the first answer. */
  readonly days: readonly DayView[];
}

/** A copy of figures of the monitor service. */
export interface PageUptime {
  readonly at: string | null;
  readonly firstDate: string;
  readonly byComponent: ReadonlyMap<string, ComponentUptime>;
}

export interface ComponentView extends ComponentUptime {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly group: string | null;
  readonly state: ComponentState;
}

export interface IncidentView {
  readonly id: string;
  readonly title: string;
  readonly state: StatusIncidentState;
  readonly impact: StatusIncidentImpact;
  readonly components: readonly string[];
  readonly startedAt: string;
  readonly resolvedAt: string | null;
  readonly updatedAt: string;
  /** Newest first. */
  readonly updates: readonly UpdateView[];
  /** The number of older updates that the page has no room for. */
  readonly omittedUpdates: number;
}

export interface UpdateView {
  readonly id: string;
  readonly state: StatusIncidentState;
  readonly message: string;
  /** The message, rendered when it was written. */
  readonly html: string;
  readonly createdAt: string;
}

export interface WindowView {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: 'ACTIVE' | 'SCHEDULED' | 'OVER';
  readonly startsAt: string;
  readonly endsAt: string;
  readonly repeats: 'DAILY' | 'WEEKLY' | 'MONTHLY' | null;
  readonly components: readonly string[];
  readonly updatedAt: string;
}

const NO_UPTIME: ComponentUptime = { percent: null, days: [] };

export function pageView(source: PageSource, uptime: PageUptime | undefined, now: Date): PageView {
  const { id, slug, host, mayHaveCertificate, name, description, theme, accentColor, timezone } = source.page;
  const components = source.components.map((component): ComponentView => ({
    id: component.id,
    name: component.name,
    description: component.description,
    group: component.group,
    state: componentState(component.monitorState, component.isInMaintenance),
    ...NO_UPTIME,
  }));
  const ongoing = source.incidents.filter(({ state }) => state !== 'RESOLVED');
  const view: PageView = {
    format: VIEW_FORMAT,
    id,
    slug,
    host,
    mayHaveCertificate,
    name,
    description,
    theme,
    accentColor,
    logo: logoView(source.logo),
    timezone,
    state: pageState(
      components.map(({ state }) => state),
      ongoing.map(({ impact }) => impact),
    ),
    uptimeAt: null,
    firstDate: datesUpTo(localDate(now, timezone), DAYS_SHOWN)[0] ?? '',
    recentSince: recentSince(timezone, now),
    components,
    incidents: source.incidents.map((incident) => incidentView(incident, source)),
    windows: source.windows.map((window) => windowView(window, source)),
  };
  return uptime === undefined ? view : withUptime(view, uptime, now);
}

/** The same page with these figures. A component that they do not include has none. */
export function withUptime(view: PageView, { at, firstDate, byComponent }: PageUptime, now: Date): PageView {
  return {
    ...view,
    uptimeAt: at,
    firstDate,
    recentSince: recentSince(view.timezone, now),
    components: view.components.map((component) => ({
      ...component,
      ...(byComponent.get(component.id) ?? NO_UPTIME),
    })),
  };
}

/** The figures that a copy contains; undefined before the first answer, and for another time zone. */
export function uptimeOf(view: PageView | undefined, timezone: string): PageUptime | undefined {
  if (view === undefined || view.uptimeAt === null || view.timezone !== timezone) return undefined;
  const byComponent = view.components.map(({ id, percent, days }) => [id, { percent, days }] as const);
  return { at: view.uptimeAt, firstDate: view.firstDate, byComponent: new Map(byComponent) };
}

export function answeredUptime(
  { at, firstDate, monitors }: UptimeAnswer,
  components: readonly Pick<SourceComponent, 'id' | 'monitorId'>[],
): PageUptime {
  const byMonitor = new Map(monitors.map(({ id, percent, days }) => [id, { percent, days }]));
  const byComponent = components.map(({ id, monitorId }) => [id, byMonitor.get(monitorId) ?? NO_UPTIME] as const);
  return { at, firstDate, byComponent: new Map(byComponent) };
}

function recentSince(timezone: string, now: Date): string {
  const [first = ''] = datesUpTo(localDate(now, timezone), RECENT_DAYS);
  return startOfDate(first, timezone).toISOString();
}

function logoView(logo: SourceLogo | null): PageView['logo'] {
  return logo === null ? null : { type: logo.contentType, data: Buffer.from(logo.bytes).toString('base64') };
}

function incidentView(incident: SourceIncident, source: PageSource): IncidentView {
  return {
    id: incident.id,
    title: incident.title,
    state: incident.state,
    impact: incident.impact,
    components: namesOf(incident.monitorIds, source),
    startedAt: incident.startedAt.toISOString(),
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    updatedAt: incident.updatedAt.toISOString(),
    updates: incident.updates.map(({ id, state, message, html, createdAt }) => ({
      id,
      state,
      message,
      html,
      createdAt: createdAt.toISOString(),
    })),
    omittedUpdates: incident.updateCount - incident.updates.length,
  };
}

function windowView(window: SourceWindow, source: PageSource): WindowView {
  return {
    id: window.id,
    title: window.title,
    description: window.description,
    state: window.state,
    startsAt: window.startsAt.toISOString(),
    endsAt: window.endsAt.toISOString(),
    repeats: window.frequency,
    components: namesOf(window.monitorIds, source),
    updatedAt: window.updatedAt.toISOString(),
  };
}

/** Monitors that the page does not show are not named. */
function namesOf(monitorIds: readonly string[], { components }: PageSource): string[] {
  const named = new Set(monitorIds);
  return components.filter(({ monitorId }) => named.has(monitorId)).map(({ name }) => name);
}
