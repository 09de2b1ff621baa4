import { datesFrom } from '../view/local-dates.ts';
import { DAYS_SHOWN, type ComponentView, type DayView, type IncidentView } from '../view/page-view.ts';
import type { Site } from './site.ts';
import { COMPONENT_WORDS, PAGE_WORDS } from './words.ts';

const UNKNOWN_DAY = [null, 0, 0, 0, 0, 86_400] as const;

/** The content of the page for programs. */
export function pageJson({ view, url, staleness }: Site): string {
  const dates = datesFrom(view.firstDate, DAYS_SHOWN);
  return JSON.stringify({
    page: {
      name: view.name,
      description: view.description,
      url,
      timezone: view.timezone,
      state: view.state,
      stateText: PAGE_WORDS[view.state],
    },
    // Null while everything is up to date, else the time when it last was.
    lastKnownAt: staleness === undefined ? null : new Date(staleness.confirmedAt).toISOString(),
    // The moment of all uptimes; null before they are known.
    uptimeAt: view.uptimeAt,
    components: view.components.map((component) => componentJson(component, dates)),
    incidents: view.incidents
      .filter(({ resolvedAt }) => resolvedAt === null || resolvedAt >= view.recentSince)
      .map(incidentJson),
    maintenance: view.windows
      .filter(({ state, endsAt }) => state !== 'OVER' || endsAt >= view.recentSince)
      .map(({ id, title, description, state, startsAt, endsAt, repeats, components }) => ({
        id,
        title,
        description,
        state: state === 'OVER' ? 'COMPLETED' : state,
        startsAt,
        endsAt,
        repeats,
        components,
      })),
  });
}

function componentJson(
  { id, name, description, group, state, percent, days }: ComponentView,
  dates: readonly string[],
) {
  return {
    id,
    name,
    description,
    group,
    state,
    stateText: COMPONENT_WORDS[state],
    uptime: {
      percent,
      days: days.map((day, index) => dayJson(day, dates[index])),
    },
  };
}

/** Of a day before the monitor existed, nothing is known. */
function dayJson(day: DayView, date: string | undefined) {
  const [percent, upSeconds, degradedSeconds, downSeconds, maintenanceSeconds, unknownSeconds] = day ?? UNKNOWN_DAY;
  return { date, percent, upSeconds, degradedSeconds, downSeconds, maintenanceSeconds, unknownSeconds };
}

function incidentJson(incident: IncidentView) {
  const { id, title, state, impact, components, startedAt, resolvedAt, updates, omittedUpdates } = incident;
  return {
    id,
    title,
    state,
    impact,
    components,
    startedAt,
    resolvedAt,
    updates: updates.map((update) => ({
      id: update.id,
      state: update.state,
      message: update.message,
      html: update.html,
      createdAt: update.createdAt,
    })),
    omittedUpdates,
  };
}
