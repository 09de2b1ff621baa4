import type { AlertContactAnswer, Caller } from '@vedette/contract';
import type { StoredContact } from './contact.repository.ts';
import { maskedAddress } from './masked-address.ts';

/** The contact as this caller may see it: viewers do not see its address. */
export function shownContact(contact: StoredContact, caller: Caller): AlertContactAnswer {
  const { id, type, name, to, notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours, createdAt } =
    contact;
  const isMasked = 'role' in caller && caller.role === 'VIEWER';
  return {
    id,
    type,
    name,
    to: isMasked ? maskedAddress(type, to) : to,
    notifyOn,
    monitorTypes,
    remindEveryMinutes,
    delayMinutes,
    quietHours,
    createdAt,
  };
}
