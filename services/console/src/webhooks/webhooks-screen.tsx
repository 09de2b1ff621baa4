import type { WebhookEndpoint } from '@vedette/sdk';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { date } from '../format/format.ts';
import { Address } from '../parts/address.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { webhookWords } from '../words/webhooks.ts';
import { EndpointState } from './endpoint-state.tsx';
import { endpointList } from './webhook-data.ts';

export function WebhookTabs() {
  const texts = webhookWords();
  return (
    <Tabs
      label={texts.views}
      tabs={[
        [addressOf('webhooks'), texts.endpoints],
        [addressOf('webhooks/deliveries'), texts.deliveries],
      ]}
    />
  );
}

export function WebhooksScreen() {
  const texts = webhookWords();
  const list = useResource(endpointList());
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'webhookEndpoints.list' }}
      actions={
        may('MEMBER') && (
          <a class="button primary" href={addressOf('webhooks/new')}>
            {texts.new}
          </a>
        )
      }
    >
      <WebhookTabs />
      <Loaded from={list}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <section class="card">
              <EndpointTable endpoints={endpoints} />
            </section>
          )
        }
      </Loaded>
    </Screen>
  );
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const texts = webhookWords();
  return (
    <table class="fixed stacked" aria-label={texts.endpoints}>
      <thead>
        <tr>
          <th>{texts.address}</th>
          <th class="c-wide-state">{texts.state}</th>
          <th class="c-count">{texts.events}</th>
          <th class="c-created">{texts.created}</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <td>
              <a class="name" href={addressOf(`webhooks/${endpoint.id}`)}>
                <Address text={endpoint.url} />
              </a>
              {endpoint.description !== null && (
                <span class="target" dir="auto">
                  {endpoint.description}
                </span>
              )}
            </td>
            <td class="c-wide-state">
              <EndpointState endpoint={endpoint} />
            </td>
            <td class="c-count soft">
              {endpoint.eventTypes.includes('*') ? texts.everyEvent : texts.eventCount(endpoint.eventTypes.length)}
            </td>
            <td class="c-created soft" data-label={texts.created}>
              <Time at={endpoint.createdAt} format={date} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
