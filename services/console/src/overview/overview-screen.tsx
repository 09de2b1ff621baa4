import type { MonitorCounts, Overview } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { NoContact } from '../contacts/no-contact.tsx';
import { resource, useRefreshEvery, useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { number } from '../format/format.ts';
import { FirstMonitor } from '../monitors/first-monitor.tsx';
import { SamplesNotice } from '../monitors/samples-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { STATE_TONES, type MonitorState } from '../parts/tones.ts';
import { addressOf } from '../shell/addresses.ts';
import { overviewWords } from '../words/overview.ts';
import { words } from '../words/words.ts';
import { EventFeed } from './event-feed.tsx';
import { NextWindows } from './next-windows.tsx';
import { OngoingIncidents } from './ongoing-incidents.tsx';
import { SlowestMonitors } from './slowest-monitors.tsx';
import { verdictOf } from './verdict.ts';

/** No event tells of latencies. */
const EVERY_MS = 30_000;

function overview(): Resource<Overview> {
  return resource('overview', async () => await api().overview.get(), ['monitors', 'incidents', 'maintenance']);
}

/** Says at a glance whether all is well. */
export function OverviewScreen() {
  const texts = overviewWords();
  const known = useResource(overview());
  useRefreshEvery(known, EVERY_MS);
  const hasMonitors = (known.value.value?.monitors.total ?? 0) > 0;
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'overview.get' }}
      actions={
        hasMonitors &&
        may('MEMBER') && (
          <a class="button" href={addressOf('monitors/new')}>
            {texts.newMonitor} <kbd>n</kbd>
          </a>
        )
      }
    >
      <Loaded from={known}>
        {(found) => (found.monitors.total === 0 ? <FirstMonitor /> : <Content overview={found} />)}
      </Loaded>
    </Screen>
  );
}

function Content({ overview: { monitors, incidents, maintenance, slowest } }: { readonly overview: Overview }) {
  return (
    <>
      <SamplesNotice />
      <NoContact />
      <VerdictCard counts={monitors} />
      <div class="columns">
        <div class="stack">
          <OngoingIncidents incidents={incidents} />
          <SlowestMonitors monitors={slowest} />
        </div>
        <div class="stack">
          <NextWindows windows={maintenance} />
          <EventFeed />
        </div>
      </div>
    </>
  );
}

const COUNTED: readonly (readonly [MonitorState, keyof MonitorCounts])[] = [
  ['DOWN', 'down'],
  ['DEGRADED', 'degraded'],
  ['UP', 'up'],
  ['PENDING', 'pending'],
  ['PAUSED', 'paused'],
];

/** One sentence, then how many monitors are in each state; each number leads to them. */
function VerdictCard({ counts }: { readonly counts: MonitorCounts }) {
  const texts = overviewWords();
  const { states } = words();
  const { kind, tone, count } = verdictOf(counts);
  return (
    <section class={`card verdict ${tone}`} aria-label={texts.verdict}>
      <p class="verdict-text" role="status">
        <span class={`dot ${tone}`} aria-hidden="true" />
        {texts.verdicts[kind](count)}
      </p>
      <ul class="counts">
        {COUNTED.map(([state, name]) => (
          <li key={state} class={counts[name] === 0 ? 'zero' : STATE_TONES[state]}>
            <a href={addressOf(`monitors?state=${state}`)}>
              <strong>{number(counts[name])}</strong>
              <span>{states[state]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
