import { useSignal } from '@preact/signals';
import type { MaintenanceWindow } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api } from '../api/client.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { locale, readersZone } from '../data/preferences.ts';
import { remove, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { NamedLinks } from '../parts/named-links.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { pageList } from '../status-pages/page-data.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { words } from '../words/words.ts';
import { NextTimes } from './next-times.tsx';
import { recurrenceWords } from './recurrence-words.ts';
import { STATE_TONES, windowResource } from './window-data.ts';

export function WindowScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const texts = maintenanceWords();
  const { common } = words();
  const id = params['maintenanceId'] ?? '';
  const known = useResource(windowResource(id));
  const isDeleting = useSignal(false);
  const window = known.value.value;
  return (
    <Screen
      title={window?.title ?? texts.window}
      recipe={{ method: 'maintenanceWindows.get', ids: [id] }}
      above={<a href={addressOf('maintenance')}>{texts.title}</a>}
      beside={
        window !== undefined && <ToneLabel tone={STATE_TONES[window.state]} text={texts.states[window.state]} isPill />
      }
      actions={
        may('MEMBER') &&
        window !== undefined && (
          <>
            {window.state !== 'COMPLETED' && (
              <a class="button" href={addressOf(`maintenance/${id}/edit`)}>
                {texts.edit}
              </a>
            )}
            <Button onClick={() => void (isDeleting.value = true)}>{common.delete}</Button>
          </>
        )
      }
    >
      <Loaded from={known}>
        {(found) => (
          <div class="columns">
            <NextTimes times={found} zone={found.recurrence?.timezone ?? readersZone()} />
            <Around window={found} />
          </div>
        )}
      </Loaded>
      {isDeleting.value && window !== undefined && (
        <ConfirmDialog
          title={texts.deleteTitle(window.title)}
          text={texts.deleteText}
          action={common.delete}
          onConfirm={async () => {
            await remove([`maintenance-window ${id}`], () => api().maintenanceWindows.delete(id));
            route(addressOf('maintenance'));
          }}
          onClose={() => void (isDeleting.value = false)}
        />
      )}
    </Screen>
  );
}

function Around({ window }: { readonly window: MaintenanceWindow }) {
  const texts = maintenanceWords();
  const monitors = useResource(monitorNames()).value.value ?? [];
  const pages = useResource(pageList()).value.value ?? [];
  const { recurrence, startsAt, endsAt, description, monitorIds, statusPageIds } = window;
  return (
    <section class="card">
      <Facts
        rows={[
          [
            texts.repeats,
            recurrence === null ? texts.once : recurrenceWords(startsAt, recurrence, texts, locale.value),
          ],
          [texts.startsAt, <Time key="start" at={startsAt} format={dateAndTime} />],
          [texts.endsAt, <Time key="end" at={endsAt} format={dateAndTime} />],
          [texts.description, description ?? undefined],
          [
            texts.monitors,
            <NamedLinks
              key="monitors"
              ids={monitorIds}
              named={monitors}
              addressOf={(id) => addressOf(`monitors/${id}`)}
            />,
          ],
          [
            texts.pages,
            statusPageIds.length === 0 ? undefined : (
              <NamedLinks
                key="pages"
                ids={statusPageIds}
                named={pages}
                addressOf={(id) => addressOf(`status-pages/${id}`)}
              />
            ),
          ],
        ]}
      />
    </section>
  );
}
