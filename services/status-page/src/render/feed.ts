import { Markup, markup } from './markup.ts';
import type { IncidentView, WindowView } from '../view/page-view.ts';
import type { Site } from './site.ts';
import { INCIDENT_WORDS } from './words.ts';

const ENTRIES = 50;

/**
 * An Atom feed (RFC 4287) with one entry for each incident and maintenance window; the entry changes with each update.
 */
export function feed(site: Site): string {
  const { view, url } = site;
  const entries = [
    ...view.incidents.map((incident) => ({ at: incident.updatedAt, entry: () => incidentEntry(incident, site) })),
    ...view.windows.map((window) => ({ at: window.updatedAt, entry: () => windowEntry(window, site) })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, ENTRIES);
  const { text } = markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(site, view.id)}</id>
<title>${view.name} status</title>
<updated>${entries[0]?.at ?? view.recentSince}</updated>
<author><name>${view.name}</name></author>
<link rel="self" type="application/atom+xml" href="${url}/feed.atom"/>
<link rel="alternate" type="text/html" href="${url}"/>
${entries.map(({ entry }) => entry())}</feed>
`;
  return text;
}

function incidentEntry(incident: IncidentView, site: Site): Markup {
  const content = markup`${incident.updates.map(
    ({ state, html, createdAt }) =>
      markup`<p><strong>${INCIDENT_WORDS[state]}</strong> · ${site.time.element(createdAt)}</p>${new Markup(html)}`,
  )}`;
  return markup`<entry>
<id>${idOf(site, incident.id)}</id>
<title>${INCIDENT_WORDS[incident.state]}: ${incident.title}</title>
<published>${incident.startedAt}</published>
<updated>${incident.updatedAt}</updated>
<link rel="alternate" type="text/html" href="${site.url}/history#${incident.id}"/>
<content type="html">${content.text}</content>
</entry>
`;
}

const WINDOW_WORDS = {
  ACTIVE: 'Maintenance in progress',
  SCHEDULED: 'Scheduled maintenance',
  OVER: 'Completed maintenance',
};

function windowEntry(window: WindowView, site: Site): Markup {
  const content = markup`<p>${site.time.range(window.startsAt, window.endsAt)}</p>${window.description === null ? null : markup`<p>${window.description}</p>`}`;
  return markup`<entry>
<id>${idOf(site, `${window.id}/${window.startsAt}`)}</id>
<title>${WINDOW_WORDS[window.state]}: ${window.title}</title>
<updated>${window.updatedAt}</updated>
<link rel="alternate" type="text/html" href="${site.url}"/>
<content type="html">${content.text}</content>
</entry>
`;
}

/** Stays the same when the page moves to another slug or domain (RFC 4151). */
function idOf({ view }: Site, name: string): string {
  return `tag:vedette.status,2026:${view.id}/${name}`;
}
