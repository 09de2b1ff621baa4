import { webhookEndpointFaults } from '@vedette/contract/webhook-endpoint-fields';
import type { ErrorDetail, WebhookEndpoint } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { validate } from 'virtual:validators/createWebhookEndpoint';
import { bodyFaults } from '../forms/body-faults.ts';
import { SwitchField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { webhookWords } from '../words/webhooks.ts';
import { EVENT_GROUPS, type EventGroup, type EventType } from './event-groups.ts';

export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly isEveryEvent: boolean;
  readonly eventTypes: readonly EventType[];
}

export interface EndpointBody {
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: WebhookEndpoint['eventTypes'];
}

export const NEW_ENDPOINT: EndpointDraft = {
  url: '',
  description: '',
  isEveryEvent: false,
  eventTypes: EVENT_GROUPS.incident,
};

export function draftOf({ url, description, eventTypes }: WebhookEndpoint): EndpointDraft {
  return {
    url,
    description: description ?? '',
    isEveryEvent: eventTypes.includes('*'),
    eventTypes: eventTypes.filter((type) => type !== '*'),
  };
}

function bodyOf({ url, description, isEveryEvent, eventTypes }: EndpointDraft): EndpointBody {
  return {
    url: url.trim(),
    description: description.trim() === '' ? null : description.trim(),
    eventTypes: isEveryEvent ? ['*'] : [...eventTypes],
  };
}

function faultsOf(body: EndpointBody): ErrorDetail[] {
  return bodyFaults(validate, body, () => webhookEndpointFaults(body));
}

interface Props {
  readonly initial: EndpointDraft;
  readonly action: string;
  readonly cancelAddress: string;
  readonly recipeOf: (body: EndpointBody) => RecipeCall;
  readonly onSave: (body: EndpointBody) => Promise<unknown>;
}

export function EndpointForm({ initial, action, cancelAddress, recipeOf, onSave }: Props) {
  const texts = webhookWords();
  const form = useForm({ initial, bodyOf, faultsOf, send: onSave });
  const { draft, change, fault } = form;
  return (
    <div class="form-columns">
      <FormFrame form={form} action={action} cancel={cancelAddress}>
        <TextField
          label={texts.address}
          hint={texts.addressHint}
          placeholder="https://"
          value={draft.url}
          fault={fault('url')}
          onChange={(url) => change({ url })}
        />
        <TextField
          label={texts.description}
          value={draft.description}
          fault={fault('description')}
          onChange={(description) => change({ description })}
        />
        <fieldset class="picker">
          <legend>{texts.events}</legend>
          <SwitchField
            label={texts.allEvents}
            value={draft.isEveryEvent}
            onChange={(isEveryEvent) => change({ isEveryEvent, eventTypes: draft.eventTypes })}
          />
          {!draft.isEveryEvent && (
            <EventChoice
              chosen={draft.eventTypes}
              isFaulty={fault('eventTypes') !== undefined}
              onChange={(eventTypes) => change({ eventTypes })}
            />
          )}
          <span class="fault" aria-live="polite">
            {fault('eventTypes')}
          </span>
        </fieldset>
      </FormFrame>
      <RecipeCard call={recipeOf(bodyOf(draft))} />
    </div>
  );
}

interface ChoiceProps {
  readonly chosen: readonly EventType[];
  readonly isFaulty: boolean;
  readonly onChange: (types: readonly EventType[]) => void;
}

function EventChoice({ chosen, isFaulty, onChange }: ChoiceProps) {
  const texts = webhookWords();
  const isChosen = new Set(chosen);
  return (
    <div class="event-choice">
      {(Object.keys(EVENT_GROUPS) as EventGroup[]).map((group) => (
        <div key={group} role="group" aria-label={texts.groups[group]}>
          <p aria-hidden="true">{texts.groups[group]}</p>
          {EVENT_GROUPS[group].map((type) => (
            <label key={type} class="switch">
              <input
                type="checkbox"
                checked={isChosen.has(type)}
                aria-invalid={isFaulty}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
                }
              />
              <code>{type}</code>
            </label>
          ))}
        </div>
      ))}
    </div>
  );
}
