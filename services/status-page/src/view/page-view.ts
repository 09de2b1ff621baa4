// Decides what the public may see of a page. Data that is not in the view cannot leak.

import type { StatusIncidentImpact, StatusIncidentState, StatusPageState, StatusPageTheme } from '@vedette/contract';
import { componentState, pageState, type ComponentState } from './page-state.ts';
import { joinDays, total, uptimePercent, type Observed, type ObservedDay } from './uptime.ts';
import { datesFrom, datesUpTo, localDate, startOfDate } from './local-dates.ts';
import type { PageSource, SourceIncident, SourceLogo, SourceWindow } from './page-source.ts';

/** Raise this when the shape changes: older snapshots on disk are then ignored. */
export const VIEW_FORMAT = 3;
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
  /** The first shown date. */
  readonly firstDate: string;
  /** Incidents resolved before this instant appear in the history only. */
  readonly recentSince: string;
  readonly components: readonly ComponentView[];
  /** Ongoing incidents, then resolved ones, newest first. */
  readonly incidents: readonly IncidentView[];
  /** Running windows, then future ones, then past ones, newest first. */
  readonly windows: readonly WindowView[];
}

/** Seconds: up, degraded, down, maintenance, unknown. */
export type DayView = readonly [number, number, number, number, number];

export interface ComponentView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly group: string | null;
  readonly state: ComponentState;
  readonly percent: number | null;
  /** One entry for each shown day; empty before the first answer. */
  readonly days: readonly DayView[];
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

/** The dates that a page shows at `now`. */
export function shownDates(timezone: string, now: Date): string[] {
  return datesUpTo(localDate(now, timezone), DAYS_SHOWN);
}

/** The known days by component id. */
export type KnownDays = ReadonlyMap<string, readonly ObservedDay[]>;

export function pageView(source: PageSource, days: KnownDays, now: Date): PageView {
  const { id, slug, host, mayHaveCertificate, name, description, theme, accentColor, timezone } = source.page;
  const components = source.components.map((component): ComponentView => ({
    id: component.id,
    name: component.name,
    description: component.description,
    group: component.group,
    state: componentState(component.monitorState, component.isInMaintenance),
    percent: null,
    days: [],
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
    firstDate: '',
    recentSince: '',
    components,
    incidents: source.incidents.map((incident) => incidentView(incident, source)),
    windows: source.windows.map((window) => windowView(window, source)),
  };
  return withUptime(view, days, now);
}

/** The same page with the days that are known by now. */
export function withUptime(view: PageView, days: KnownDays, now: Date): PageView {
  const dates = shownDates(view.timezone, now);
  return {
    ...view,
    firstDate: dates[0] ?? '',
    recentSince: startOfDate(dates.at(-RECENT_DAYS) ?? '', view.timezone).toISOString(),
    components: view.components.map((component) => withDays(component, days.get(component.id), dates)),
  };
}

function withDays(
  component: ComponentView,
  known: readonly ObservedDay[] | undefined,
  dates: readonly string[],
): ComponentView {
  const days = known === undefined ? [] : joinDays(dates, known, []);
  return { ...component, percent: uptimePercent(total(days)), days: days.map(dayView) };
}

/** The days that a copy contains. */
export function daysOf(view: PageView): KnownDays {
  const dates = datesFrom(view.firstDate, DAYS_SHOWN);
  return new Map(
    view.components
      .filter(({ days }) => days.length > 0)
      .map(({ id, days }) => [id, days.map((day, index) => observedOn(day, dates[index] ?? ''))]),
  );
}

function observedOn(day: DayView, date: string): ObservedDay {
  return { ...observed(day), date };
}

function dayView({ up, degraded, down, maintenance, unknown }: Observed): DayView {
  return [up, degraded, down, maintenance, unknown];
}

export function observed([up, degraded, down, maintenance, unknown]: DayView): Observed {
  return { up, degraded, down, maintenance, unknown };
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
