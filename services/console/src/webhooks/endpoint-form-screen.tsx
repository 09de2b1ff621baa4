import { useSignal } from '@preact/signals';
import type { WebhookEndpointWithSecret } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api } from '../api/client.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { addressOf } from '../shell/addresses.ts';
import { partsWords } from '../words/parts.ts';
import { webhookWords } from '../words/webhooks.ts';
import { words } from '../words/words.ts';
import { draftOf, EndpointForm, NEW_ENDPOINT, type EndpointBody } from './endpoint-form.tsx';
import { endpointResource } from './webhook-data.ts';

export function NewEndpointScreen() {
  const texts = webhookWords();
  const { route } = useLocation();
  const created = useSignal<WebhookEndpointWithSecret | undefined>(undefined);
  const save = async (body: EndpointBody): Promise<void> => {
    created.value = await api().webhookEndpoints.create(body);
  };
  const endpoint = created.value;
  return (
    <Screen title={texts.new} above={<a href={addressOf('webhooks')}>{texts.title}</a>}>
      {may('MEMBER') ? (
        <EndpointForm
          initial={NEW_ENDPOINT}
          action={texts.create}
          cancelAddress={addressOf('webhooks')}
          recipeOf={(body) => ({ method: 'webhookEndpoints.create', body })}
          onSave={save}
        />
      ) : (
        <p class="lead">{partsWords().notAllowed}</p>
      )}
      {endpoint !== undefined && (
        <SecretDialog
          secret={endpoint.secret}
          text={texts.secretText}
          onClose={() => route(addressOf(`webhooks/${endpoint.id}`))}
        />
      )}
    </Screen>
  );
}

export function EditEndpointScreen() {
  const { params } = useRoute();
  const texts = webhookWords();
  const { route } = useLocation();
  const id = params['endpointId'] ?? '';
  const known = useResource(endpointResource(id));
  const address = addressOf(`webhooks/${id}`);
  const save = async (body: EndpointBody): Promise<void> => {
    known.set(await api().webhookEndpoints.update(id, body));
    route(address);
  };
  return (
    <Screen title={texts.editTitle} above={<a href={address}>{known.value.value?.url ?? texts.title}</a>}>
      <Loaded from={known}>
        {(endpoint) =>
          may('MEMBER') ? (
            <EndpointForm
              key={endpoint.id}
              initial={draftOf(endpoint)}
              action={words().common.save}
              cancelAddress={address}
              recipeOf={(body) => ({ method: 'webhookEndpoints.update', ids: [id], body })}
              onSave={save}
            />
          ) : (
            <p class="lead">{partsWords().notAllowed}</p>
          )
        }
      </Loaded>
    </Screen>
  );
}
