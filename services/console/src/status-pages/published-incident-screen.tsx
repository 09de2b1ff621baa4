import { useSignal } from '@preact/signals';
import type { ErrorDetail, StatusIncident } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { validate } from 'virtual:validators/createStatusIncidentUpdate';
import { api } from '../api/client.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { remove, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { dateAndTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { NamedLinks } from '../parts/named-links.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { words } from '../words/words.ts';
import { MessageField } from './message-field.tsx';
import { pageList, publishedResource } from './page-data.ts';
import { IncidentState } from './page-state.tsx';
import { PROGRESS } from './published-form-screen.tsx';

const LIST = 'status-pages/incidents';

export function PublishedIncidentScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const texts = statusPageWords();
  const { common } = words();
  const id = params['statusIncidentId'] ?? '';
  const known = useResource(publishedResource(id));
  const isDeleting = useSignal(false);
  const incident = known.value.value;
  return (
    <Screen
      title={incident?.title ?? texts.incident}
      recipe={{ method: 'statusIncidents.get', ids: [id] }}
      above={<a href={addressOf(LIST)}>{texts.published}</a>}
      beside={incident !== undefined && <IncidentState incident={incident} isPill />}
      actions={
        may('MEMBER') &&
        incident !== undefined && (
          <>
            <a class="button" href={addressOf(`${LIST}/${id}/edit`)}>
              {texts.edit}
            </a>
            <Button onClick={() => void (isDeleting.value = true)}>{common.delete}</Button>
          </>
        )
      }
    >
      <Loaded from={known}>
        {(found) => (
          <div class="columns">
            <div class="stack">
              {may('MEMBER') && <Post key={found.id} incident={found} />}
              <Updates incident={found} />
            </div>
            <Around incident={found} />
          </div>
        )}
      </Loaded>
      {isDeleting.value && (
        <ConfirmDialog
          title={texts.deleteIncidentTitle}
          text={texts.deleteIncidentText}
          action={common.delete}
          onConfirm={async () => {
            await remove([`status-incident ${id}`], () => api().statusIncidents.delete(id));
            route(addressOf(LIST));
          }}
          onClose={() => void (isDeleting.value = false)}
        />
      )}
    </Screen>
  );
}

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

interface PostDraft {
  /** Undefined: as the incident is, whoever changes that. */
  readonly state: StatusIncident['state'] | undefined;
  readonly message: string;
}

const EMPTY_POST: PostDraft = { state: undefined, message: '' };

function Post({ incident }: { readonly incident: StatusIncident }) {
  const texts = statusPageWords();
  const form = useForm({
    initial: EMPTY_POST,
    bodyOf: ({ state = incident.state, message }) => ({ state, message: message.trim() }),
    faultsOf,
    send: async (body) => {
      publishedResource(incident.id).set(await api().statusIncidents.createUpdate(incident.id, body));
      form.change(EMPTY_POST);
    },
  });
  const { draft, change, fault } = form;
  const state = draft.state ?? incident.state;
  return (
    <section aria-label={texts.post}>
      <FormFrame form={form} action={state === 'RESOLVED' ? texts.resolve : texts.postAction}>
        <h2>{texts.post}</h2>
        <ChoiceField
          label={texts.progress}
          value={state}
          fault={fault('state')}
          choices={PROGRESS.map((each) => [each, texts.incidentStates[each]])}
          onChange={(chosen) => change({ state: chosen })}
        />
        <MessageField value={draft.message} fault={fault('message')} onChange={(message) => change({ message })} />
      </FormFrame>
    </section>
  );
}

function Updates({ incident }: { readonly incident: StatusIncident }) {
  const texts = statusPageWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.updates}</h2>
      </header>
      <ol class="updates">
        {incident.updates.map(({ id, state, message, createdAt }) => (
          <li key={id}>
            <div class="attempt-line">
              <IncidentState incident={{ state, impact: incident.impact }} />
              <span class="space" />
              <span class="soft">
                <Time at={createdAt} format={dateAndTime} />
              </span>
            </div>
            <p class="told" dir="auto">
              {message}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Around({ incident }: { readonly incident: StatusIncident }) {
  const texts = statusPageWords();
  const pages = useResource(pageList()).value.value ?? [];
  const monitors = useResource(monitorNames()).value.value ?? [];
  const { impact, statusPageIds, monitorIds, startedAt, resolvedAt } = incident;
  return (
    <section class="card">
      <Facts
        rows={[
          [texts.impact, texts.impacts[impact]],
          [
            texts.onPage,
            <NamedLinks
              key="pages"
              ids={statusPageIds}
              named={pages}
              addressOf={(id) => addressOf(`status-pages/${id}`)}
            />,
          ],
          [
            texts.concerns,
            monitorIds.length === 0 ? undefined : (
              <NamedLinks
                key="monitors"
                ids={monitorIds}
                named={monitors}
                addressOf={(id) => addressOf(`monitors/${id}`)}
              />
            ),
          ],
          [texts.started, <Time key="started" at={startedAt} format={dateAndTime} />],
          [
            texts.resolved,
            resolvedAt === null ? undefined : <Time key="resolved" at={resolvedAt} format={dateAndTime} />,
          ],
        ]}
      />
    </section>
  );
}
