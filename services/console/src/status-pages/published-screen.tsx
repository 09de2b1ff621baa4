import { useSignal } from '@preact/signals';
import type { StatusIncident } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { firstItems, PAGE_SIZE } from '../data/pages.ts';
import { resource, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { ShowMore } from '../parts/show-more.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { IncidentState } from './page-state.tsx';
import { StatusPageTabs } from './status-page-tabs.tsx';

export function PublishedScreen() {
  const texts = statusPageWords();
  const count = useSignal(PAGE_SIZE);
  const wanted = count.value;
  const list = useResource(
    resource(`published incidents ${wanted}`, () => firstItems((at) => api().statusIncidents.list(at), wanted)),
  );
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'statusIncidents.list' }}
      actions={
        may('MEMBER') && (
          <a class="button primary" href={addressOf('status-pages/incidents/new')}>
            {texts.newIncident}
          </a>
        )
      }
    >
      <StatusPageTabs />
      <Loaded from={list}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Nothing>{texts.noneIncident}</Nothing>
          ) : (
            <>
              <section class="card">
                <IncidentTable incidents={listed.items} />
              </section>
              <ShowMore listed={listed} count={count} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function IncidentTable({ incidents }: { readonly incidents: readonly StatusIncident[] }) {
  const texts = statusPageWords();
  return (
    <table class="fixed stacked" aria-label={texts.published}>
      <thead>
        <tr>
          <th class="c-state">{texts.progress}</th>
          <th>{texts.incident}</th>
          <th class="c-date">{texts.impact}</th>
          <th class="c-time">{texts.started}</th>
        </tr>
      </thead>
      <tbody>
        {incidents.map((incident) => (
          <tr key={incident.id}>
            <td class="c-state">
              <IncidentState incident={incident} />
            </td>
            <td class="c-monitor">
              <a class="name" href={addressOf(`status-pages/incidents/${incident.id}`)} dir="auto">
                {incident.title}
              </a>
              <span class="target" dir="auto">
                {incident.updates[0]?.message}
              </span>
            </td>
            <td class="c-date soft" data-label={texts.impact}>
              {texts.impacts[incident.impact]}
            </td>
            <td class="c-time soft">
              <Time at={incident.startedAt} format={dateAndTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
