import { ongoingIncident, resolvedIncident } from './incident-html.ts';
import { layout } from './layout.ts';
import { localDate } from '../view/local-dates.ts';
import { markup, type Markup } from './markup.ts';
import { staleNotice } from './page-html.ts';
import type { PageView } from '../view/page-view.ts';
import { homeOf, type Site } from './site.ts';

const PER_PAGE = 20;
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function historyPages({ incidents }: PageView): number {
  return Math.max(1, Math.ceil(incidents.length / PER_PAGE));
}

/** All incidents that the page keeps, newest first, by month. Pages count from 1. */
export function historyHtml(site: Site, page: number): string {
  const { view } = site;
  const newestFirst = view.incidents.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  const shown = newestFirst.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const byMonth = Map.groupBy(shown, ({ startedAt }) => localDate(new Date(startedAt), view.timezone).slice(0, 7));
  const sections = [...byMonth].map(
    ([month, incidents]) =>
      markup`<section class="section"><h2>${months.format(new Date(`${month}-01T00:00:00Z`))}</h2>${incidents.map(
        (incident) =>
          incident.state === 'RESOLVED' ? resolvedIncident(incident, site, 'h3') : ongoingIncident(incident, site),
      )}</section>`,
  );
  const main = markup`<main id="main" class="wrap" tabindex="-1">
${staleNotice(site)}
<h1 class="title">Incident history</h1>
<p class="quiet"><a href="${homeOf(site)}">← Current status</a></p>
${shown.length === 0 ? markup`<p class="lead">No incidents have been published.</p>` : sections}
${pager(site, page)}
</main>`;
  return layout(site, { title: `Incident history · ${view.name}`, main });
}

function pager(site: Site, page: number): Markup | null {
  const last = historyPages(site.view);
  if (last === 1) return null;
  const link = (to: number, words: string): Markup =>
    markup`<a class="link framed" href="${site.base}/history${to === 1 ? '' : `?page=${String(to)}`}">${words}</a>`;
  return markup`<nav class="pages" aria-label="Pages of the history">${page > 1 ? link(page - 1, 'Newer') : markup`<span></span>`}${page < last ? link(page + 1, 'Older') : null}</nav>`;
}
