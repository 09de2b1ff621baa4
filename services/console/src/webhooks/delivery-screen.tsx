import { useSignal } from '@preact/signals';
import type { WebhookAttempt, WebhookDeliveryDetail } from '@vedette/sdk';
import { useRoute } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { clock, dateAndTime, milliseconds } from '../format/format.ts';
import { Address } from '../parts/address.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Facts } from '../parts/facts.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { partsWords } from '../words/parts.ts';
import { webhookWords } from '../words/webhooks.ts';
import { DeliveryStateLabel } from './endpoint-state.tsx';
import { signedHeaders } from './signed-headers.ts';
import { deliveryResource, endpointList } from './webhook-data.ts';

export function DeliveryScreen() {
  const { params } = useRoute();
  const texts = webhookWords();
  const id = params['deliveryId'] ?? '';
  const known = useResource(deliveryResource(id));
  const failure = useSignal<Failure | undefined>(undefined);
  const delivery = known.value.value;
  const retry = async (): Promise<void> => {
    failure.value = await attempt(async () => known.set(await api().webhookDeliveries.retry(id)));
  };
  return (
    <Screen
      title={delivery?.eventType ?? texts.delivery}
      recipe={{ method: 'webhookDeliveries.get', ids: [id] }}
      above={<a href={addressOf('webhooks/deliveries')}>{texts.deliveries}</a>}
      beside={delivery !== undefined && <DeliveryStateLabel state={delivery.state} isPill />}
      actions={may('MEMBER') && delivery !== undefined && <Button onClick={retry}>{texts.retry}</Button>}
    >
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <Loaded from={known}>{(found) => <Details delivery={found} />}</Loaded>
    </Screen>
  );
}

function Details({ delivery }: { readonly delivery: WebhookDeliveryDetail }) {
  const texts = webhookWords();
  const endpoints = useResource(endpointList()).value.value;
  const endpoint = endpoints?.find(({ id }) => id === delivery.endpointId);
  const { createdAt, nextAttemptAt, completedAt, eventId, payload, attempts } = delivery;
  return (
    <div class="columns">
      <div class="stack">
        <section class="card">
          <header>
            <h2>{texts.attempts}</h2>
          </header>
          <ol class="attempts">
            {attempts.toReversed().map((each) => (
              <Attempt key={each.id} eventId={eventId} attempt={each} />
            ))}
          </ol>
        </section>
        <section class="card snippets">
          <header>
            <h2>{texts.sent}</h2>
          </header>
          <div class="card-body stack">
            <p class="soft">{texts.signed}</p>
            <CopyText text={JSON.stringify(payload, null, 2)} />
          </div>
        </section>
      </div>
      <section class="card">
        <Facts
          rows={[
            [
              texts.endpoint,
              endpoint === undefined ? (
                endpoints && partsWords().deleted
              ) : (
                <a key="endpoint" href={addressOf(`webhooks/${endpoint.id}`)}>
                  <Address text={endpoint.url} />
                </a>
              ),
            ],
            [texts.event, <code key="event">{eventId}</code>],
            [texts.when, <Time key="when" at={createdAt} format={dateAndTime} />],
            [
              texts.next,
              nextAttemptAt === null ? undefined : <Time key="next" at={nextAttemptAt} format={dateAndTime} />,
            ],
            [
              texts.completed,
              completedAt === null ? undefined : <Time key="end" at={completedAt} format={dateAndTime} />,
            ],
          ]}
        />
      </section>
    </div>
  );
}

function Attempt({ eventId, attempt: tried }: { readonly eventId: string; readonly attempt: WebhookAttempt }) {
  const texts = webhookWords();
  const { number, trigger, startedAt, durationMs, responseStatus, responseBody, error } = tried;
  const isGood = error === null;
  const headers = signedHeaders(eventId, tried);
  return (
    <li>
      <div class="attempt-line">
        <span class={`dot ${isGood ? 'good' : 'bad'}`} aria-hidden="true" />
        <strong>{texts.attempt(number)}</strong>
        <span class="soft">{texts.triggers[trigger]}</span>
        <span class="space" />
        <span class={isGood ? 'good-text' : 'attempt-error'}>{responseStatus ?? texts.noAnswer}</span>
        <span class="soft number">{milliseconds(durationMs)}</span>
        <Time at={startedAt} format={clock} />
      </div>
      {error !== null && <p class="attempt-error">{error}</p>}
      {headers !== undefined && (
        <details class="more">
          <summary>{texts.headers}</summary>
          <pre tabIndex={0}>{headers}</pre>
        </details>
      )}
      {responseBody !== null && (
        <details class="more">
          <summary>{texts.answer}</summary>
          {responseBody === '' ? <p class="soft">{texts.emptyAnswer}</p> : <pre tabIndex={0}>{responseBody}</pre>}
        </details>
      )}
    </li>
  );
}
