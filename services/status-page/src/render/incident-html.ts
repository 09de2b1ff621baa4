import type { Tone } from '@vedette/design';
import { durationWords } from '@vedette/contract';
import { Markup, markup } from './markup.ts';
import type { IncidentView, UpdateView, WindowView } from '../view/page-view.ts';
import type { Site } from './site.ts';
import { IMPACT_TONES, IMPACT_WORDS, INCIDENT_WORDS } from './words.ts';

/** An ongoing incident with all updates that the page has room for. */
export function ongoingIncident(incident: IncidentView, site: Site): Markup {
  const tone = IMPACT_TONES[incident.impact];
  return markup`<article class="card incident now ${tone}" id="${incident.id}">
<h3 dir="auto">${incident.title}</h3>
<p class="facts"><span class="pill">${IMPACT_WORDS[incident.impact]}</span>${affected(incident.components)}<span>Since ${site.time.element(incident.startedAt)}</span></p>
${updates(incident.updates, site)}
${omitted(incident)}
</article>`;
}

/** A resolved incident: its last update, and the others in a section that the reader can open. */
export function resolvedIncident(incident: IncidentView, site: Site, heading: 'h3' | 'h4'): Markup {
  const [last, ...earlier] = incident.updates;
  const title =
    heading === 'h3' ? markup`<h3 dir="auto">${incident.title}</h3>` : markup`<h4 dir="auto">${incident.title}</h4>`;
  return markup`<article class="card incident ${IMPACT_TONES[incident.impact]}" id="${incident.id}">
${title}
<p class="facts"><span class="pill">${IMPACT_WORDS[incident.impact]}</span>${affected(incident.components)}<span>${site.time.element(incident.startedAt)}${lasted(incident)}</span></p>
${last === undefined ? null : updates([last], site)}
${earlier.length === 0 ? null : markup`<details class="more" id="more-${incident.id}"><summary>${earlierWords(earlier.length)}</summary>${updates(earlier, site)}</details>`}
${omitted(incident)}
</article>`;
}

const REPEATS = { DAILY: 'Repeats daily', WEEKLY: 'Repeats weekly', MONTHLY: 'Repeats monthly' };
const WINDOW_WORDS: Readonly<Record<WindowView['state'], string>> = {
  ACTIVE: 'In progress',
  SCHEDULED: 'Scheduled',
  OVER: 'Completed',
};

export function maintenance(window: WindowView, site: Site, heading: 'h3' | 'h4'): Markup {
  const tone: Tone = window.state === 'OVER' ? 'none' : 'work';
  const title =
    heading === 'h3' ? markup`<h3 dir="auto">${window.title}</h3>` : markup`<h4 dir="auto">${window.title}</h4>`;
  return markup`<article class="card incident ${window.state === 'ACTIVE' ? 'now ' : ''}${tone}">
${title}
<p class="facts"><span class="pill">${WINDOW_WORDS[window.state]}</span>${affected(window.components)}<span>${site.time.range(window.startsAt, window.endsAt)}</span>${window.repeats === null ? null : markup`<span>${REPEATS[window.repeats]}</span>`}</p>
${window.description === null ? null : markup`<p class="lead" dir="auto">${window.description}</p>`}
</article>`;
}

function updates(entries: readonly UpdateView[], { time }: Site): Markup {
  return markup`<ol class="updates">${entries.map(
    ({ state, html, createdAt }) =>
      markup`<li class="update${state === 'RESOLVED' ? ' good' : ''}"><p class="when"><strong>${INCIDENT_WORDS[state]}</strong>${time.element(createdAt)}</p><div class="message" dir="auto">${new Markup(html)}</div></li>`,
  )}</ol>`;
}

function omitted({ omittedUpdates }: IncidentView): Markup | null {
  return omittedUpdates === 0 ? null : markup`<p class="quiet">Not shown: ${earlierWords(omittedUpdates)}.</p>`;
}

function affected(components: readonly string[]): Markup | null {
  return components.length === 0 ? null : markup`<span dir="auto">${components.join(', ')}</span>`;
}

function lasted({ startedAt, resolvedAt }: IncidentView): string {
  if (resolvedAt === null) return '';
  return `, lasted ${durationWords((Date.parse(resolvedAt) - Date.parse(startedAt)) / 1_000)}`;
}

function earlierWords(count: number): string {
  return count === 1 ? '1 earlier update' : `${String(count)} earlier updates`;
}
