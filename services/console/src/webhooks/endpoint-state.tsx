import type { WebhookDelivery, WebhookEndpoint } from '@vedette/sdk';
import type { Tone } from '@vedette/design';
import { ToneLabel } from '../parts/tone-label.tsx';
import { webhookWords } from '../words/webhooks.ts';

export function EndpointState({ endpoint, isPill }: { readonly endpoint: WebhookEndpoint; readonly isPill?: boolean }) {
  const texts = webhookWords();
  const { disabledReason } = endpoint;
  if (disabledReason === null) return <ToneLabel tone="good" text={texts.enabled} isPill={isPill} />;
  const tone = disabledReason === 'MANUAL' ? 'none' : 'bad';
  return <ToneLabel tone={tone} text={texts.disabled[disabledReason]} isPill={isPill} />;
}

const TONES: Readonly<Record<WebhookDelivery['state'], Tone>> = { PENDING: 'work', SUCCEEDED: 'good', FAILED: 'bad' };

interface DeliveryProps {
  readonly state: WebhookDelivery['state'];
  readonly isPill?: boolean;
}

export function DeliveryStateLabel({ state, isPill }: DeliveryProps) {
  return <ToneLabel tone={TONES[state]} text={webhookWords().states[state]} isPill={isPill} />;
}
