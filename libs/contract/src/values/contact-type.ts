import type { MonitorType } from './monitor-type.ts';

/** The kinds of alert contacts. This file imports no schemas, so that the command line loads fast. */
export const CONTACT_TYPES = [
  'EMAIL',
  'WEBHOOK',
  'SLACK',
  'DISCORD',
  'TEAMS',
  'TELEGRAM',
  'PAGERDUTY',
  'NTFY',
] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** ACTIVE: it is told. UNCONFIRMED: the owner of its mail address has not agreed yet, so that it hears nothing. */
export const CONTACT_STATES = ['ACTIVE', 'UNCONFIRMED'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** What a contact can be told beside outages and their ends, which it is always told. */
export const NOTIFY_ON = ['EXPIRY', 'DEGRADED', 'ACKNOWLEDGED'] as const;
export type NotifyOn = (typeof NOTIFY_ON)[number];

/** Local times such as `22:00`, which differ. Hours that end before they begin last until the next day. */
export interface QuietHours {
  from: string;
  to: string;
  timezone: string;
}

/** What a contact is told, and when. */
export interface ContactSettings {
  notifyOn: NotifyOn[];
  /** Null: of monitors of all types. */
  monitorTypes: MonitorType[] | null;
  /** Null: never. */
  remindEveryMinutes: number | null;
  delayMinutes: number;
  quietHours: QuietHours | null;
  /** How many days before a certificate or a registration expires. */
  expiryDays: number[];
}

export const REMINDER_MINUTES = { least: 5, most: 1_440 } as const;
export const MAX_DELAY_MINUTES = 120;
export const EXPIRY_DAYS = { least: 1, most: 365, mostSteps: 10 } as const;
