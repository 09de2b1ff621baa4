import type { AlertContactAnswer, ContactOutcome } from '@vedette/contract';
import type { StoredContact } from './contact.repository.ts';
import { isMasked, isSecretAddress, maskedAddress, withoutAddress } from '../messages/masked-address.ts';

/** The contact as its reader may see it. */
export function shownContact(
  contact: StoredContact,
  lastOutcome: ContactOutcome | null,
  seesMasks: boolean,
): AlertContactAnswer {
  const { id, type, name, to, state, notifyOn, monitorTypes, createdAt } = contact;
  const { remindEveryMinutes, delayMinutes, quietHours, expiryDays } = contact;
  const isHidden = isMasked(seesMasks, type);
  return {
    id,
    type,
    name,
    to: isHidden ? maskedAddress(type, to) : to,
    state,
    lastOutcome: isHidden && lastOutcome !== null ? maskedOutcome(lastOutcome, contact) : lastOutcome,
    notifyOn,
    monitorTypes,
    remindEveryMinutes,
    delayMinutes,
    quietHours,
    expiryDays,
    createdAt,
  };
}

function maskedOutcome(outcome: ContactOutcome, { type, to }: StoredContact): ContactOutcome {
  const { answer } = outcome;
  return { ...outcome, answer: answer === null ? null : withoutAddress(answer, type, to) };
}

/** The contact as the operator sees it. */
export function withoutSecretAddress<C extends Pick<StoredContact, 'type' | 'to'>>(contact: C): C {
  const { type, to } = contact;
  return isSecretAddress(type) ? { ...contact, to: maskedAddress(type, to) } : contact;
}
