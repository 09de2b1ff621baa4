import type { AlertContactAnswer, ContactOutcome } from '@vedette/contract';
import type { StoredContact } from './contact.repository.ts';
import { isMasked, isSecretAddress, maskedAddress } from '../messages/masked-address.ts';

/** The contact as its reader may see it; `lastOutcome` as the same reader may see it. */
export function shownContact(
  contact: StoredContact,
  lastOutcome: ContactOutcome | null,
  seesMasks: boolean,
): AlertContactAnswer {
  const { id, type, name, to, state, notifyOn, monitorTypes, createdAt } = contact;
  const { remindEveryMinutes, delayMinutes, quietHours, expiryDays } = contact;
  return {
    id,
    type,
    name,
    to: isMasked(seesMasks, type) ? maskedAddress(type, to) : to,
    state,
    lastOutcome,
    notifyOn,
    monitorTypes,
    remindEveryMinutes,
    delayMinutes,
    quietHours,
    expiryDays,
    createdAt,
  };
}

/** The contact as the operator sees it. */
export function withoutSecretAddress<C extends Pick<StoredContact, 'type' | 'to'>>(contact: C): C {
  const { type, to } = contact;
  return isSecretAddress(type) ? { ...contact, to: maskedAddress(type, to) } : contact;
}
