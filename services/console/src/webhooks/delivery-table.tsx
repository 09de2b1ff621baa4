import type { WebhookDelivery } from '@vedette/sdk';
import { dateAndTime } from '../format/format.ts';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { webhookWords } from '../words/webhooks.ts';
import { DeliveryStateLabel } from './endpoint-state.tsx';

interface Props {
  readonly deliveries: readonly WebhookDelivery[];
  /** The address of an endpoint; undefined where all deliveries go to the same one. */
  readonly endpointUrl?: ((id: string) => string) | undefined;
}

export function DeliveryTable({ deliveries, endpointUrl }: Props) {
  const texts = webhookWords();
  return (
    <table class="fixed stacked" aria-label={texts.deliveries}>
      <thead>
        <tr>
          <th class="c-state">{texts.state}</th>
          <th>{texts.event}</th>
          <th class="c-count">{texts.attempts}</th>
          <th class="c-time">{texts.when}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ id, endpointId, eventType, state, attemptCount, lastResponseStatus, createdAt }) => (
          <tr key={id}>
            <td class="c-state">
              <DeliveryStateLabel state={state} />
            </td>
            <td class="c-monitor">
              <a class="name" href={addressOf(`webhooks/deliveries/${id}`)}>
                {eventType}
              </a>
              {endpointUrl !== undefined && <span class="target">{endpointUrl(endpointId)}</span>}
            </td>
            <td class="c-count soft">
              {texts.attemptCount(attemptCount)}
              {lastResponseStatus !== null && <span class="status-code">{lastResponseStatus}</span>}
            </td>
            <td class="c-time soft">
              <Time at={createdAt} format={dateAndTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
