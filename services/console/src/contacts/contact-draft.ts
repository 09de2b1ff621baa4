// Decides how the fields of the forms become the bodies of requests: what is switched off is null, or left out.

import { NOTIFY_ON } from '@vedette/contract/contact-type';
import type { AlertContact, AlertContactCreate, AlertContactUpdate } from '@vedette/sdk';

export type ContactType = AlertContact['type'];
export type MonitorType = NonNullable<AlertContact['monitorTypes']>[number];

/** The types whose contacts have a secret beside the address. */
export type SecretType = 'TELEGRAM' | 'NTFY' | 'WEBHOOK';

export interface NewContactDraft {
  readonly type: ContactType;
  readonly to: string;
  readonly secret: string;
  readonly name: string;
  readonly isEveryMonitor: boolean;
  readonly monitorIds: readonly string[];
}

export interface SettingsDraft {
  readonly name: string;
  readonly notifyOn: AlertContact['notifyOn'];
  readonly isEveryType: boolean;
  readonly monitorTypes: readonly MonitorType[];
  /** Empty: never. */
  readonly remindEveryMinutes: string;
  readonly delayMinutes: string;
  readonly isQuiet: boolean;
  readonly quietHours: NonNullable<AlertContact['quietHours']>;
  /** With commas between them. */
  readonly expiryDays: string;
}

export const NEW_CONTACT: NewContactDraft = {
  type: 'EMAIL',
  to: '',
  secret: '',
  name: '',
  isEveryMonitor: true,
  monitorIds: [],
};

export function hasSecret(type: ContactType): type is SecretType {
  return type === 'TELEGRAM' || type === 'NTFY' || type === 'WEBHOOK';
}

/** A secret that was typed for another type is not sent. */
export function newContactBody(draft: NewContactDraft): AlertContactCreate {
  const { type, to, secret, name, isEveryMonitor, monitorIds } = draft;
  return {
    type,
    to: to.trim(),
    secret: hasSecret(type) ? textOf(secret) : null,
    name: textOf(name),
    monitorIds: isEveryMonitor ? null : [...monitorIds],
  };
}

/** Hours of the night in the zone of the reader are offered where there are none. */
export function settingsDraft(contact: AlertContact, readersZone: string): SettingsDraft {
  const { name, notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours, expiryDays } = contact;
  return {
    name: name ?? '',
    notifyOn,
    isEveryType: monitorTypes === null,
    monitorTypes: monitorTypes ?? [],
    remindEveryMinutes: remindEveryMinutes === null ? '' : String(remindEveryMinutes),
    delayMinutes: String(delayMinutes),
    isQuiet: quietHours !== null,
    quietHours: quietHours ?? { from: '22:00', to: '07:00', timezone: readersZone },
    expiryDays: expiryDays.join(', '),
  };
}

/** What the contact is notified of besides outages, in the order of the contract, with or without this one. */
export function notifiedOn(
  known: SettingsDraft['notifyOn'],
  occasion: SettingsDraft['notifyOn'][number],
  isOn: boolean,
): SettingsDraft['notifyOn'] {
  return NOTIFY_ON.filter((each) => (each === occasion ? isOn : known.includes(each)));
}

export function settingsBody(draft: SettingsDraft): AlertContactUpdate {
  const { name, notifyOn, isEveryType, monitorTypes, remindEveryMinutes, delayMinutes, isQuiet, quietHours } = draft;
  return {
    name: textOf(name),
    notifyOn: [...notifyOn],
    monitorTypes: isEveryType ? null : [...monitorTypes],
    remindEveryMinutes: remindEveryMinutes.trim() === '' ? null : numberOf(remindEveryMinutes),
    delayMinutes: numberOf(delayMinutes),
    quietHours: isQuiet ? quietHours : null,
    // A hidden field is left out, because its fault could not be shown.
    ...(notifyOn.includes('EXPIRY') && { expiryDays: draft.expiryDays.split(',').map(numberOf) }),
  };
}

function textOf(given: string): string | null {
  return given.trim() === '' ? null : given.trim();
}

/** A text that is no number stays a text, so that the validator names the fault. */
function numberOf(given: string): number {
  const text = given.trim();
  return text === '' || Number.isNaN(Number(text)) ? (text as never) : Number(text);
}
