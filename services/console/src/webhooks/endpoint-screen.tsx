import { useSignal } from '@preact/signals';
import type { WebhookEndpoint } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { remove, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { webhookWords } from '../words/webhooks.ts';
import { words } from '../words/words.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { RetryFailed } from './retry-failed.tsx';
import { deliveryList, deliveryResource, endpointResource } from './webhook-data.ts';

type Step = 'disable' | 'rotate' | 'delete' | 'retry';
const NEWEST = 10;

export function EndpointScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const { common } = words();
  const texts = webhookWords();
  const id = params['endpointId'] ?? '';
  const known = useResource(endpointResource(id));
  const deliveries = useResource(deliveryList({ endpointId: id }, NEWEST));
  const step = useSignal<Step | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const isRetrying = useSignal(false);
  const endpoint = known.value.value;
  const close = (): void => void (step.value = undefined);
  const setEnabled = async (enabled: boolean): Promise<void> => {
    known.set(await api().webhookEndpoints.update(id, { enabled }));
    close();
  };
  const test = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      const delivery = await api().webhookEndpoints.test(id);
      deliveryResource(delivery.id).set(delivery);
      route(addressOf(`webhooks/deliveries/${delivery.id}`));
    });
  };
  return (
    <Screen
      title={endpoint?.url ?? texts.endpoint}
      recipe={{ method: 'webhookEndpoints.get', ids: [id] }}
      above={<a href={addressOf('webhooks')}>{texts.title}</a>}
      beside={endpoint !== undefined && <EndpointState endpoint={endpoint} isPill />}
      actions={
        may('MEMBER') &&
        endpoint !== undefined && (
          <>
            <Button onClick={test}>{texts.test}</Button>
            <a class="button" href={addressOf(`webhooks/${id}/edit`)}>
              {texts.edit}
            </a>
            {endpoint.enabled ? (
              <Button onClick={() => void (step.value = 'disable')}>{texts.disable}</Button>
            ) : (
              <Button onClick={async () => (failure.value = await attempt(() => setEnabled(true)))}>
                {texts.enable}
              </Button>
            )}
            <Button onClick={() => void (step.value = 'rotate')}>{texts.rotate}</Button>
            <Button onClick={() => void (step.value = 'delete')}>{common.delete}</Button>
          </>
        )
      }
    >
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      {isRetrying.value && (
        <p class="notice work" role="status">
          {texts.retrying}
        </p>
      )}
      <Loaded from={known}>
        {(found) => (
          <div class="columns">
            <section class="card">
              <header>
                <h2>{texts.recent}</h2>
                <div class="space" />
                <div class="head-actions">
                  <a href={addressOf(`webhooks/deliveries?endpoint=${id}`)}>{texts.allOfEndpoint}</a>
                  {may('MEMBER') && found.enabled && (
                    <Button onClick={() => void (step.value = 'retry')}>{texts.retryFailed}</Button>
                  )}
                </div>
              </header>
              <Loaded from={deliveries}>
                {({ items }) =>
                  items.length === 0 ? (
                    <p class="card-body soft">{texts.noDelivery}</p>
                  ) : (
                    <DeliveryTable deliveries={items.slice(0, NEWEST)} />
                  )
                }
              </Loaded>
            </section>
            <Subscription endpoint={found} />
          </div>
        )}
      </Loaded>
      {step.value === 'disable' && (
        <ConfirmDialog
          title={texts.disableTitle}
          text={texts.disableText}
          action={texts.disable}
          onConfirm={() => setEnabled(false)}
          onClose={close}
        />
      )}
      {step.value === 'rotate' && (
        <ConfirmDialog
          title={texts.rotateTitle}
          text={texts.rotateText}
          action={texts.rotate}
          onConfirm={async () => {
            const { secret: made } = await api().webhookEndpoints.rotateSecret(id);
            close();
            secret.value = made;
            void known.refresh();
          }}
          onClose={close}
        />
      )}
      {step.value === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={texts.deleteText}
          action={common.delete}
          onConfirm={async () => {
            await remove([`webhook ${id}`], () => api().webhookEndpoints.delete(id));
            route(addressOf('webhooks'));
          }}
          onClose={close}
        />
      )}
      {step.value === 'retry' && (
        <RetryFailed
          endpointId={id}
          onDone={() => {
            close();
            isRetrying.value = true;
            void deliveries.refresh();
          }}
          onClose={close}
        />
      )}
      {secret.value !== undefined && (
        <SecretDialog secret={secret.value} text={texts.secretText} onClose={() => void (secret.value = undefined)} />
      )}
    </Screen>
  );
}

function Subscription({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const texts = webhookWords();
  const { description, eventTypes, previousSecretExpiresAt, createdAt } = endpoint;
  const isEvery = eventTypes.includes('*');
  return (
    <div class="stack">
      <section class="card">
        <Facts
          rows={[
            [texts.description, description ?? undefined],
            [texts.events, isEvery ? texts.everyEvent : texts.eventCount(eventTypes.length)],
            [
              texts.twoSecrets,
              previousSecretExpiresAt === null ? undefined : (
                <Time key="secrets" at={previousSecretExpiresAt} format={dateAndTime} />
              ),
            ],
            [texts.created, <Time key="created" at={createdAt} format={dateAndTime} />],
          ]}
        />
      </section>
      {!isEvery && (
        <details class="card fold">
          <summary>{texts.events}</summary>
          <ul class="codes card-body">
            {eventTypes.map((type) => (
              <li key={type}>
                <code>{type}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
