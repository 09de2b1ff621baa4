// Decides what an update does to a webhook endpoint, given its present state.

import type { EndpointDisabledReason, WebhookEndpointUpdate } from '@vedette/contract';

export interface EndpointFields {
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly string[];
  /** Null while it is enabled. */
  readonly disabledReason: EndpointDisabledReason | null;
}

export type Switching = 'none' | 'disables' | 'enables';

export interface EndpointChange {
  readonly fields: EndpointFields;
  /** False: nothing is written, `updatedAt` stays. */
  readonly isChange: boolean;
  readonly switching: Switching;
  /** True: earlier failures no longer count against the endpoint. */
  readonly forgetsFailures: boolean;
}

export function changeEndpoint(current: EndpointFields, update: WebhookEndpointUpdate): EndpointChange {
  const switching = switchingOf(current, update.enabled);
  const fields: EndpointFields = {
    url: update.url ?? current.url,
    description: update.description === undefined ? current.description : update.description,
    eventTypes: update.eventTypes ?? current.eventTypes,
    disabledReason: switching === 'none' ? current.disabledReason : switching === 'disables' ? 'MANUAL' : null,
  };
  const isElsewhere = fields.url !== current.url;
  const isChange =
    isElsewhere ||
    switching !== 'none' ||
    fields.description !== current.description ||
    !isSameList(fields.eventTypes, current.eventTypes);
  return { fields, isChange, switching, forgetsFailures: isElsewhere || switching === 'enables' };
}

function switchingOf({ disabledReason }: EndpointFields, enabled: boolean | undefined): Switching {
  if (enabled === undefined || enabled === (disabledReason === null)) return 'none';
  return enabled ? 'enables' : 'disables';
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
