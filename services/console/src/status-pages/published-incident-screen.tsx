import { useSignal } from '@preact/signals';
import type { ErrorDetail, StatusIncident } from '@vedette/sdk';
import { useRoute } from 'preact-iso';
import { validate } from 'virtual:validators/createStatusIncidentUpdate';
import { api } from '../api/client.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { dateAndTime } from '../format/format.ts';
import { Facts } from '../parts/facts.tsx';
import { NamedLinks } from '../parts/named-links.tsx';
import { ResourceScreen } from '../parts/resource-screen.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { MessageField } from './message-field.tsx';
import { pageList, pageNames, publishedResource } from './page-data.ts';
import { IncidentState } from './page-state.tsx';
import { PROGRESS } from './published-form-screen.tsx';
import { RenderedMessage } from './rendered-message.tsx';

const LIST = 'status-pages/incidents';

export function PublishedIncidentScreen() {
  const { params } = useRoute();
  const texts = statusPageWords();
  const id = params['statusIncidentId'] ?? '';
  const known = useResource(publishedResource(id));
  const incident = known.value.value;
  return (
    <ResourceScreen
      from={known}
      title={incident?.title ?? texts.incident}
      recipe={{ method: 'statusIncidents.get', ids: [id] }}
      list={{ address: addressOf(LIST), text: texts.published }}
      beside={incident !== undefined && <IncidentState incident={incident} isPill />}
      edit={{ address: addressOf(`${LIST}/${id}/edit`), text: texts.edit }}
      deletion={{
        topic: `status-incident ${id}`,
        title: texts.deleteIncidentTitle,
        text: texts.deleteIncidentText,
        work: () => api().statusIncidents.delete(id),
      }}
    >
      {(found) => (
        <div class="columns">
          <div class="stack">
            {may('MEMBER') && <Post key={found.id} incident={found} />}
            <Updates incident={found} />
          </div>
          <Around incident={found} />
        </div>
      )}
    </ResourceScreen>
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
  const postedCount = useSignal(0);
  const form = useForm({
    initial: EMPTY_POST,
    bodyOf: ({ state = incident.state, message }) => ({ state, message: message.trim() }),
    faultsOf,
    send: async (body) => {
      publishedResource(incident.id).set(await api().statusIncidents.createUpdate(incident.id, body));
      form.change(EMPTY_POST);
      postedCount.value += 1;
    },
  });
  const { draft, change, fault } = form;
  const state = draft.state ?? incident.state;
  return (
    <section aria-label={texts.post}>
      <FormFrame
        form={form}
        action={state === 'RESOLVED' && incident.state !== 'RESOLVED' ? texts.resolve : texts.postAction}
      >
        <h2>{texts.post}</h2>
        <ChoiceField
          label={texts.progress}
          value={state}
          fault={fault('state')}
          choices={PROGRESS.map((each) => [each, texts.incidentStates[each]])}
          onChange={(chosen) => change({ state: chosen })}
        />
        {/* After a post the field is shown, not the preview. */}
        <MessageField
          key={postedCount.value}
          value={draft.message}
          fault={fault('message')}
          onChange={(message) => change({ message })}
        />
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
            <RenderedMessage message={message} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Around({ incident }: { readonly incident: StatusIncident }) {
  const texts = statusPageWords();
  const { impact, statusPageIds, monitorIds, startedAt, resolvedAt } = incident;
  const pages = pageNames(useResource(pageList()).value.value);
  const monitors = useResource(monitorNames(monitorIds)).value.value ?? new Map();
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
              names={pages}
              addressOf={(id) => addressOf(`status-pages/${id}`)}
            />,
          ],
          [
            texts.concerns,
            monitorIds.length === 0 ? undefined : (
              <NamedLinks
                key="monitors"
                ids={monitorIds}
                names={monitors}
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
