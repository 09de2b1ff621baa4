import type { ErrorDetail, StatusIncident, StatusIncidentCreate } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { validate as validateChange } from 'virtual:validators/updateStatusIncident';
import { validate as validateNew } from 'virtual:validators/createStatusIncident';
import { api } from '../api/client.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MonitorPicker, useChoicesKnown } from '../parts/monitor-picker.tsx';
import { Picker } from '../parts/picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { partsWords } from '../words/parts.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { words } from '../words/words.ts';
import { MessageField } from './message-field.tsx';
import { pageList, publishedResource } from './page-data.ts';

const LIST = 'status-pages/incidents';
const IMPACTS: readonly StatusIncident['impact'][] = ['NONE', 'MINOR', 'MAJOR', 'CRITICAL'];
export const PROGRESS: readonly StatusIncident['state'][] = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'];

interface Draft {
  readonly title: string;
  readonly impact: StatusIncident['impact'];
  readonly state: StatusIncident['state'];
  readonly message: string;
  readonly statusPageIds: readonly string[];
  readonly monitorIds: readonly string[];
}

type Body = StatusIncidentCreate;

export function NewPublishedScreen() {
  const texts = statusPageWords();
  const pages = useResource(pageList());
  return (
    <Screen title={texts.newIncident} above={<a href={addressOf(LIST)}>{texts.published}</a>}>
      <Loaded from={pages}>
        {(all) =>
          !may('MEMBER') ? (
            <p class="lead">{partsWords().notAllowed}</p>
          ) : all.length === 0 ? (
            <p class="lead">
              {texts.noPages} <a href={addressOf('status-pages/new')}>{texts.new}</a>
            </p>
          ) : (
            <New pageIds={all.filter(({ published }) => published).map(({ id }) => id)} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** With one page there is nothing to choose. */
function New({ pageIds }: { readonly pageIds: readonly string[] }) {
  const { route } = useLocation();
  const initial: Draft = {
    title: '',
    impact: 'MINOR',
    state: 'INVESTIGATING',
    message: '',
    statusPageIds: pageIds.length === 1 ? pageIds : [],
    monitorIds: [],
  };
  return (
    <IncidentForm
      initial={initial}
      onSave={async (body) => {
        const made = await api().statusIncidents.create(body);
        publishedResource(made.id).set(made);
        route(addressOf(`${LIST}/${made.id}`));
      }}
    />
  );
}

export function EditPublishedScreen() {
  const { params } = useRoute();
  const texts = statusPageWords();
  const { route } = useLocation();
  const id = params['statusIncidentId'] ?? '';
  const known = useResource(publishedResource(id));
  const address = addressOf(`${LIST}/${id}`);
  return (
    <Screen title={texts.editTitle} above={<a href={address}>{known.value.value?.title ?? texts.incident}</a>}>
      <Loaded from={known}>
        {(incident) =>
          may('MEMBER') ? (
            <IncidentForm
              key={incident.id}
              initial={{ ...incident, message: '' }}
              incident={incident}
              onSave={async ({ title, impact, statusPageIds, monitorIds }) => {
                const changes = { title, impact, statusPageIds, monitorIds };
                known.set(await api().statusIncidents.update(id, changes));
                route(address);
              }}
            />
          ) : (
            <p class="lead">{partsWords().notAllowed}</p>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface Props {
  readonly initial: Draft;
  /** The one that is edited; its messages are told on its own screen. */
  readonly incident?: StatusIncident;
  readonly onSave: (body: Body) => Promise<unknown>;
}

function IncidentForm({ initial, incident, onSave }: Props) {
  const texts = statusPageWords();
  const pageChoices = useResource(pageList());
  const pages = pageChoices.value.value;
  const areChoicesKnown = useChoicesKnown(initial.monitorIds, pageChoices);
  const isNew = incident === undefined;
  const bodyOf = ({ title, impact, state, message, statusPageIds, monitorIds }: Draft) => ({
    title: title.trim(),
    impact,
    statusPageIds: [...statusPageIds],
    monitorIds: [...monitorIds],
    ...(isNew && { state, message: message.trim() }),
  });
  const form = useForm({
    initial,
    bodyOf,
    faultsOf: (body: object): ErrorDetail[] => bodyFaults(isNew ? validateNew : validateChange, body, () => []),
    send: (body) => onSave(body as Body),
  });
  const { draft, change, fault } = form;
  const body = bodyOf(draft);
  return (
    <div class="form-columns" hidden={!areChoicesKnown}>
      <FormFrame
        form={form}
        action={isNew ? texts.publishIncident : words().common.save}
        cancel={addressOf(isNew ? LIST : `${LIST}/${incident.id}`)}
      >
        <TextField
          label={texts.incidentTitle}
          hint={texts.incidentTitleHint}
          value={draft.title}
          fault={fault('title')}
          onChange={(title) => change({ title })}
        />
        <div class="field-row">
          <ChoiceField
            label={texts.impact}
            value={draft.impact}
            choices={IMPACTS.map((each) => [each, texts.impacts[each]])}
            onChange={(impact) => change({ impact })}
          />
          {isNew && (
            <ChoiceField
              label={texts.progress}
              value={draft.state}
              choices={PROGRESS.map((each) => [each, texts.incidentStates[each]])}
              onChange={(state) => change({ state })}
            />
          )}
        </div>
        {isNew && (
          <MessageField value={draft.message} fault={fault('message')} onChange={(message) => change({ message })} />
        )}
        <Picker
          label={texts.onPages}
          choices={pages}
          chosen={draft.statusPageIds}
          fault={fault('statusPageIds')}
          onChange={(statusPageIds) => change({ statusPageIds })}
        />
        <MonitorPicker
          label={texts.concerns}
          chosen={draft.monitorIds}
          fault={fault('monitorIds')}
          onChange={(monitorIds) => change({ monitorIds })}
        />
      </FormFrame>
      <RecipeCard
        call={
          isNew
            ? { method: 'statusIncidents.create', body }
            : { method: 'statusIncidents.update', ids: [incident.id], body }
        }
      />
    </div>
  );
}
