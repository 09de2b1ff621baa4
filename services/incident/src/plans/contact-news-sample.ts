import type { ContactNews, ContactSettings, Heard, Subject } from './contact-news.ts';
import { at, outageSince, UNTOLD } from './subject-sample.ts';

/** Cases of what a contact is told: an outage that began at half past ten, what was told of it, and what follows. */
export interface NewsRow {
  readonly name: string;
  readonly subject?: Partial<Subject>;
  readonly settings?: Partial<ContactSettings>;
  readonly heard?: Heard;
  readonly now?: Date;
  readonly news: object;
}

export const began = at(10, 30);
export const window = { startsAt: at(10), endsAt: at(11) };
/** From 22:00 to 07:00 in Berlin, as UTC in June. */
export const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
export const nightEnds = new Date('2026-06-02T05:00:00.000Z');

export const outage = outageSince(began);
export const slow: Subject = { ...outage, kind: 'DEGRADED' };
export const expiry: Subject = { ...outage, kind: 'EXPIRY', monitorType: 'SSL' };
export const recovered = (endedAt: Date): Subject['ended'] => ({ at: endedAt, because: 'RECOVERED' });
export const paused = (endedAt: Date): Subject['ended'] => ({ at: endedAt, because: 'PAUSED' });

export const everything = { degraded: true, expiry: true, acknowledged: true };

export const told: Heard = { ...UNTOLD, openedAt: began, lastAt: began };

export const tell = (news: string, number = 0) => ({ kind: 'tell', news, number });
export const hold = (news: string, because: string, until: Date | null) => ({ kind: 'hold', news, because, until });
export const suppress = (because: string) => ({ kind: 'suppress', because });
export const nothing: ContactNews = { kind: 'nothing' };
