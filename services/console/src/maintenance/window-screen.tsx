import type { MaintenanceWindow } from '@vedette/sdk';
import { useRoute } from 'preact-iso';
import { api } from '../api/client.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { readersZone } from '../data/preferences.ts';
import { useResource } from '../data/resource.ts';
import { locale } from '../language/catalogue.ts';
import { Facts } from '../parts/facts.tsx';
import { NamedLinks } from '../parts/named-links.tsx';
import { ResourceScreen } from '../parts/resource-screen.tsx';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { pageList, pageNames } from '../status-pages/page-data.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { NextTimes } from './next-times.tsx';
import { recurrenceWords } from './recurrence-words.ts';
import { STATE_TONES, timeFormat, windowResource } from './window-data.ts';

export function WindowScreen() {
  const { params } = useRoute();
  const texts = maintenanceWords();
  const id = params['maintenanceId'] ?? '';
  const known = useResource(windowResource(id));
  const window = known.value.value;
  const title = window?.title ?? texts.window;
  const isOver = window?.state === 'COMPLETED';
  return (
    <ResourceScreen
      from={known}
      title={title}
      recipe={{ method: 'maintenanceWindows.get', ids: [id] }}
      list={{ address: addressOf('maintenance'), text: texts.title }}
      beside={
        window !== undefined && <ToneLabel tone={STATE_TONES[window.state]} text={texts.states[window.state]} isPill />
      }
      edit={isOver ? undefined : { address: addressOf(`maintenance/${id}/edit`), text: texts.edit }}
      deletion={{
        topic: `maintenance-window ${id}`,
        title: texts.deleteTitle(title),
        text: texts.deleteText,
        work: () => api().maintenanceWindows.delete(id),
      }}
    >
      {(found) => (
        <div class="columns">
          <NextTimes times={found} zone={found.recurrence?.timezone ?? readersZone()} />
          <Around window={found} />
        </div>
      )}
    </ResourceScreen>
  );
}

function Around({ window }: { readonly window: MaintenanceWindow }) {
  const texts = maintenanceWords();
  const { recurrence, startsAt, endsAt, description, monitorIds, statusPageIds } = window;
  const monitors = useResource(monitorNames(monitorIds)).value.value ?? new Map();
  const format = timeFormat(window);
  const pages = pageNames(useResource(pageList()).value.value);
  return (
    <section class="card">
      <Facts
        rows={[
          [
            texts.repeats,
            recurrence === null ? texts.once : recurrenceWords(startsAt, recurrence, texts, locale.value),
          ],
          [texts.startsAt, <Time key="start" at={startsAt} format={format} />],
          [texts.endsAt, <Time key="end" at={endsAt} format={format} />],
          [texts.description, description ?? undefined],
          [
            texts.monitors,
            <NamedLinks
              key="monitors"
              ids={monitorIds}
              names={monitors}
              addressOf={(id) => addressOf(`monitors/${id}`)}
            />,
          ],
          [
            texts.pages,
            statusPageIds.length === 0 ? undefined : (
              <NamedLinks
                key="pages"
                ids={statusPageIds}
                names={pages}
                addressOf={(id) => addressOf(`status-pages/${id}`)}
              />
            ),
          ],
        ]}
      />
    </section>
  );
}
