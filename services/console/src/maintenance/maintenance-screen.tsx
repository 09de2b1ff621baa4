import type { MaintenanceWindow } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { locale } from '../language/catalogue.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { Segments } from '../parts/segments.tsx';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { Calendar } from './calendar.tsx';
import { recurrenceWords } from './recurrence-words.ts';
import { STATE_TONES, timeFormat, windowList } from './window-data.ts';

export function MaintenanceScreen() {
  const texts = maintenanceWords();
  const { query } = useRoute();
  const { route } = useLocation();
  const list = useResource(windowList());
  const view = query['view'] === 'calendar' ? 'calendar' : 'list';
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'maintenanceWindows.list' }}
      actions={
        may('MEMBER') && (
          <a class="button primary" href={addressOf('maintenance/new')}>
            {texts.new}
          </a>
        )
      }
    >
      <div class="filters">
        <Segments
          label={texts.view}
          value={view}
          choices={[
            ['list', texts.list],
            ['calendar', texts.calendar],
          ]}
          onChange={(chosen) => route(addressOf(chosen === 'list' ? 'maintenance' : 'maintenance?view=calendar'), true)}
        />
      </div>
      <Loaded from={list}>
        {(windows) =>
          view === 'calendar' ? (
            <Calendar windows={windows} />
          ) : windows.length === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <section class="card">
              <WindowTable windows={windows} />
            </section>
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Running ones first, then by their next time; those that are over come last. */
function rank({ state, occurrence, endsAt }: MaintenanceWindow): string {
  return `${['ACTIVE', 'SCHEDULED', 'COMPLETED'].indexOf(state)} ${occurrence?.startsAt ?? endsAt}`;
}

function inOrder(windows: readonly MaintenanceWindow[]): MaintenanceWindow[] {
  return windows.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

function WindowTable({ windows }: { readonly windows: readonly MaintenanceWindow[] }) {
  const texts = maintenanceWords();
  return (
    <table class="fixed stacked" aria-label={texts.title}>
      <thead>
        <tr>
          <th class="c-state">{texts.state}</th>
          <th>{texts.window}</th>
          <th class="c-time">{texts.next}</th>
          <th class="c-date">{texts.monitorsShort}</th>
        </tr>
      </thead>
      <tbody>
        {inOrder(windows).map((window) => (
          <tr key={window.id}>
            <td class="c-state">
              <ToneLabel tone={STATE_TONES[window.state]} text={texts.states[window.state]} />
            </td>
            <td class="c-monitor">
              <a class="name" href={addressOf(`maintenance/${window.id}`)} dir="auto">
                {window.title}
              </a>
              <span class="target">
                {window.recurrence === null
                  ? texts.once
                  : recurrenceWords(window.startsAt, window.recurrence, texts, locale.value)}
              </span>
            </td>
            <td class="c-time zoned soft">
              {window.occurrence === null ? '–' : <Time at={window.occurrence.startsAt} format={timeFormat(window)} />}
            </td>
            <td class="c-date soft">{texts.monitorCount(window.monitorIds.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
