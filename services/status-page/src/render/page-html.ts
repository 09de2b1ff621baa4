import { componentList } from './component-html.ts';
import { maintenance, ongoingIncident, resolvedIncident } from './incident-html.ts';
import { layout } from './layout.ts';
import { localDate } from '../view/local-dates.ts';
import { dateWords } from './local-time.ts';
import { markup, type Markup } from './markup.ts';
import type { IncidentView, PageView, WindowView } from '../view/page-view.ts';
import { icon } from './icons.ts';
import type { Site } from './site.ts';
import { ageWords, COMPONENT_WORDS, PAGE_TONES, PAGE_WORDS } from './words.ts';

/** The page itself: state, ongoing incidents and maintenance, components, planned maintenance, past incidents. */
export function pageHtml(site: Site): string {
  const { view } = site;
  const words = PAGE_WORDS[view.state];
  const main = markup`<main id="main" class="wrap" tabindex="-1">
${staleNotice(site)}
<section class="hero ${PAGE_TONES[view.state]}" aria-label="Overall status">${icon(PAGE_TONES[view.state])}<div><h1>${words}</h1>${affected(view)}</div></section>
${view.description === null ? null : markup`<p class="lead" dir="auto">${view.description}</p>`}
${ongoing(site)}
${planned(site, 'ACTIVE', 'Maintenance in progress')}
${components(site)}
${planned(site, 'SCHEDULED', 'Scheduled maintenance')}
${recent(site)}
</main>`;
  return layout(site, { title: `${words} · ${view.name}`, main });
}

const TROUBLES = ['OUTAGE', 'DEGRADED', 'MAINTENANCE'] as const;
const MOST_NAMED = 4;

/** The affected components, the worst first. */
function affected({ components: all }: PageView): Markup | null {
  const lines = TROUBLES.flatMap((state) => {
    const names = all.filter((component) => component.state === state).map(({ name }) => name);
    if (names.length === 0) return [];
    const rest = names.length - MOST_NAMED;
    const named = rest > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${String(rest)} more` : names.join(', ');
    return [markup`<li><strong>${COMPONENT_WORDS[state]}:</strong> <span dir="auto">${named}</span></li>`];
  });
  return lines.length === 0 ? null : markup`<ul class="affected">${lines}</ul>`;
}

/** Tells the reader that the data is old, and how old it is. */
export function staleNotice({ staleness, time }: Site): Markup | null {
  if (staleness === undefined) return null;
  const { confirmedAt, ageMinutes } = staleness;
  return markup`<p class="notice slow">${icon('slow')}<span>This is the last known status, from ${time.element(new Date(confirmedAt).toISOString())} (${ageWords(ageMinutes * 60_000)}). Newer data cannot be reached at the moment.</span></p>`;
}

function ongoing(site: Site): Markup | null {
  const incidents = site.view.incidents.filter(({ state }) => state !== 'RESOLVED');
  if (incidents.length === 0) return null;
  return markup`<section class="section"><h2>Current incidents</h2>${incidents.map((incident) => ongoingIncident(incident, site))}</section>`;
}

function planned(site: Site, state: WindowView['state'], title: string): Markup | null {
  const windows = site.view.windows.filter((window) => window.state === state);
  if (windows.length === 0) return null;
  return markup`<section class="section"><h2>${title}</h2>${windows.map((window) => maintenance(window, site, 'h3'))}</section>`;
}

function components(site: Site): Markup | null {
  if (site.view.components.length === 0) return null;
  return markup`<section class="section"><h2>Components</h2>${componentList(site)}</section>`;
}

type Past = { readonly at: string } & (
  | { readonly incident: IncidentView; readonly window?: never }
  | { readonly window: WindowView; readonly incident?: never }
);

function recent(site: Site): Markup {
  const { view } = site;
  const incidents = view.incidents
    .filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt >= view.recentSince)
    .map((incident): Past => ({ at: incident.startedAt, incident }));
  const windows = view.windows
    .filter(({ state, endsAt }) => state === 'OVER' && endsAt >= view.recentSince)
    .map((window): Past => ({ at: window.startsAt, window }));
  const past = [...incidents, ...windows].toSorted((a, b) => b.at.localeCompare(a.at));
  const days = Map.groupBy(past, ({ at }) => localDate(new Date(at), view.timezone));
  return markup`<section class="section"><h2>Recent history</h2>${
    past.length === 0
      ? markup`<p class="quiet">No incidents in the last 15 days.</p>`
      : [...days].map(
          ([date, entries]) =>
            markup`<h3 class="day">${dateWords(date)}</h3>${entries.map((each) => entry(each, site))}`,
        )
  }
<p class="pages"><a class="link framed" href="${site.base}/history">All incidents</a></p></section>`;
}

function entry(past: Past, site: Site): Markup {
  return past.incident === undefined
    ? maintenance(past.window, site, 'h4')
    : resolvedIncident(past.incident, site, 'h4');
}
