import type { ContactSettings, Heard, Subject } from './contact-news.ts';

/** On the first of June 2026, in UTC. */
export function at(hour: number, minute = 0, second = 0): Date {
  return new Date(Date.UTC(2026, 5, 1, hour, minute, second));
}

/** An outage that goes on and that nothing holds back. */
export function outageSince(startedAt: Date): Subject {
  return {
    kind: 'INCIDENT',
    monitorType: 'HTTP',
    startedAt,
    ended: null,
    acknowledgedAt: null,
    isPaused: false,
    spans: [],
    parent: { kind: 'none' },
  };
}

/** The settings of a mail contact that nobody has changed. */
export const DEFAULT_SETTINGS: ContactSettings = {
  isAttached: true,
  isConfirmed: true,
  notifyOn: { degraded: false, expiry: true, acknowledged: false },
  monitorTypes: null,
  remindEveryMinutes: 60,
  delayMinutes: 0,
  quietHours: null,
  expiryDays: [14, 3],
};

export const UNTOLD: Heard = {
  openedAt: null,
  lastAt: null,
  reminders: 0,
  hasAcknowledgement: false,
  hasEnd: false,
};
