// Decides which columns of `incident.contact` store what is known of a contact, and which of them an update writes.
import type { ContactSettings, ContactType, MonitorType, NotifyOn, QuietHours } from '@vedette/contract';

export interface ContactRow {
  readonly id: string;
  readonly organizationId: string;
  readonly type: ContactType;
  readonly name: string | null;
  readonly sealed: Uint8Array | null;
  readonly sealedSecret: Uint8Array | null;
  readonly notifyOn: NotifyOn[];
  /** Empty: all. */
  readonly monitorTypes: MonitorType[];
  readonly remindEveryMinutes: number | null;
  readonly delayMinutes: number;
  readonly quietHours: QuietHours | null;
  readonly expiryDays: number[];
  readonly createdAt: Date;
  /** Null: the owner of its mail address has not agreed yet. */
  readonly confirmedAt: Date | null;
}

/** As `ContactRow` names them. */
export const COLUMNS = `contact.id, contact.organization_id AS "organizationId", contact.type, contact.name, contact.sealed,
  contact.sealed_secret AS "sealedSecret", contact.notify_on::text[] AS "notifyOn",
  contact.monitor_types::text[] AS "monitorTypes", contact.remind_every_minutes AS "remindEveryMinutes",
  contact.delay_minutes AS "delayMinutes", contact.quiet_hours AS "quietHours", contact.expiry_days AS "expiryDays",
  contact.created_at AS "createdAt", contact.confirmed_at AS "confirmedAt"`;

export interface ContactUpdate extends Partial<ContactSettings> {
  readonly name?: string | null;
}

const SETTING_COLUMNS: Readonly<Record<keyof ContactUpdate, string>> = {
  name: 'name',
  notifyOn: 'notify_on',
  monitorTypes: 'monitor_types',
  remindEveryMinutes: 'remind_every_minutes',
  delayMinutes: 'delay_minutes',
  quietHours: 'quiet_hours',
  expiryDays: 'expiry_days',
};
const SETTINGS = Object.keys(SETTING_COLUMNS) as (keyof ContactUpdate)[];

/** The columns that an update writes, with their values. A field that is not given is left out. */
export function columnsOf(update: ContactUpdate): Map<string, unknown> {
  const { monitorTypes, quietHours } = update;
  const stored = {
    ...update,
    ...(monitorTypes === null && { monitorTypes: [] }),
    ...(quietHours && { quietHours: JSON.stringify(quietHours) }),
  };
  const given = SETTINGS.filter((field) => stored[field] !== undefined);
  return new Map(given.map((field) => [SETTING_COLUMNS[field], stored[field]]));
}
