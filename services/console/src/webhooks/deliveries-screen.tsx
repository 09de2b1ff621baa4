import { useSignal } from '@preact/signals';
import type { WebhookDelivery } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { PAGE_SIZE } from '../data/pages.ts';
import { useResource } from '../data/resource.ts';
import { Filter } from '../parts/filter.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { ShowMore } from '../parts/show-more.tsx';
import { addressOf } from '../shell/addresses.ts';
import { partsWords } from '../words/parts.ts';
import { webhookWords } from '../words/webhooks.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { SUBSCRIBED, type EventType } from './event-groups.ts';
import { deliveryList, endpointList, type DeliveryFilter } from './webhook-data.ts';
import { WebhookTabs } from './webhooks-screen.tsx';

type State = WebhookDelivery['state'];
const STATES: readonly State[] = ['FAILED', 'PENDING', 'SUCCEEDED'];
const EVENTS: readonly EventType[] = [...SUBSCRIBED, 'webhook.test'];

/** The filters are in the address, so that it can be passed on. */
function filterIn(query: Readonly<Record<string, string>>): DeliveryFilter {
  const { endpoint, event, state } = query;
  return {
    endpointId: endpoint,
    eventType: EVENTS.find((each) => each === event),
    state: STATES.find((each) => each === state),
  };
}

export function DeliveriesScreen() {
  const texts = webhookWords();
  const { query } = useRoute();
  const { route } = useLocation();
  const count = useSignal(PAGE_SIZE);
  const filter = filterIn(query);
  const { endpointId, eventType, state } = filter;
  const endpoints = useResource(endpointList()).value.value ?? [];
  const list = useResource(deliveryList(filter, count.value));
  const isFiltered = Object.values(filter).some((each) => each !== undefined);
  useEffect(() => {
    count.value = PAGE_SIZE;
  }, [endpointId, eventType, state]);
  const choose = (name: string, value: string | undefined): void => {
    const next = new URLSearchParams(query);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    route(`${addressOf('webhooks/deliveries')}${next.size === 0 ? '' : `?${next}`}`, true);
  };
  const urlOf = (id: string): string => endpoints.find((each) => each.id === id)?.url ?? partsWords().deleted;
  return (
    <Screen title={texts.title} recipe={{ method: 'webhookDeliveries.list', query: { ...filter } }}>
      <WebhookTabs />
      <div class="filters">
        <Filter
          label={texts.endpoint}
          any={texts.anyEndpoint}
          value={endpointId}
          choices={endpoints.map(({ id, url }) => [id, url])}
          onChange={(value) => choose('endpoint', value)}
        />
        <Filter
          label={texts.event}
          any={texts.anyEvent}
          value={eventType}
          choices={EVENTS.map((each) => [each, each])}
          onChange={(value) => choose('event', value)}
        />
        <Filter
          label={texts.state}
          any={texts.anyState}
          value={state}
          choices={STATES.map((each) => [each, texts.states[each]])}
          onChange={(value) => choose('state', value)}
        />
      </div>
      <Loaded from={list}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Nothing isStatus>{isFiltered ? texts.noneMatch : texts.noDelivery}</Nothing>
          ) : (
            <>
              <section class="card">
                <DeliveryTable deliveries={listed.items} endpointUrl={urlOf} />
              </section>
              <ShowMore listed={listed} count={count} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
