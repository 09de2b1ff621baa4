import { pageState } from '../view/page-state.ts';
import { markup, type Markup } from './markup.ts';
import { datesFrom } from '../view/local-dates.ts';
import { DAYS_SHOWN, type ComponentView } from '../view/page-view.ts';
import { icon } from './icons.ts';
import { dateWords } from './local-time.ts';
import type { Site } from './site.ts';
import { uptimeBars } from './uptime-bars.ts';
import { COMPONENT_TONES, COMPONENT_WORDS, percentWords } from './words.ts';

export interface Group {
  readonly name: string | null;
  readonly components: readonly ComponentView[];
}

/** Groups in the order of their first component; components without a group form one group, too. */
export function groupsOf(components: readonly ComponentView[]): Group[] {
  return [...Map.groupBy(components, ({ group }) => group)].map(([name, members]) => ({ name, components: members }));
}

export function componentList({ view, time }: Site): Markup {
  const { components, firstDate, uptimeAt } = view;
  const dates = datesFrom(firstDate, DAYS_SHOWN);
  const moment =
    uptimeAt === null
      ? null
      : markup`<p class="quiet moment">Uptime as of ${time.element(uptimeAt)}. Maintenance does not count.</p>`;
  return markup`${groupsOf(components).map((group) => groupCard(group, dates))}
<ul class="legend" aria-label="Colours of the bars"><li class="good">Up</li><li class="slow">Degraded</li><li class="bad">Down</li><li class="work">Maintenance</li><li class="none">No data</li></ul>${moment}`;
}

function groupCard({ name, components }: Group, dates: readonly string[]): Markup {
  const rows = markup`<ul>${components.map((component) => componentRow(component, dates))}</ul>`;
  if (name === null) return markup`<div class="card">${rows}</div>`;
  return markup`<div class="card"><div class="group"><h3 dir="auto">${name}</h3>${trouble(components)}</div>${rows}</div>`;
}

/** Null for a group without affected components. */
function trouble(components: readonly ComponentView[]): Markup | null {
  const state = pageState(
    components.map((component) => component.state),
    [],
  );
  const affected = components.filter((component) => !['OPERATIONAL', 'UNKNOWN'].includes(component.state)).length;
  if (state === 'OPERATIONAL' || components.length < 2) return null;
  return markup`<span class="quiet">${affected} of ${components.length} affected</span>`;
}

function componentRow(component: ComponentView, dates: readonly string[]): Markup {
  const [first = ''] = dates;
  const { name, description, state, percent } = component;
  return markup`<li class="component"><div class="head"><span class="name" dir="auto">${name}</span><span class="state ${COMPONENT_TONES[state]}">${icon(COMPONENT_TONES[state])}${COMPONENT_WORDS[state]}</span></div>
${description === null ? null : markup`<p class="about" dir="auto">${description}</p>`}
${uptimeBars(component, dates)}
<p class="scale"><span>${dateWords(first)}</span><span class="percent">${percent === null ? 'No data yet' : `${percentWords(percent)} uptime`}</span><span class="last">${dateWords(dates.at(-1) ?? first)}</span></p></li>`;
}
