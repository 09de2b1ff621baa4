import type { ContactSettings } from '@vedette/incident/contact-news';
import fc from 'fast-check';

/**
 * What happens to one monitor, and sometimes to many others at once, and what contacts want to hear of it. All times are
 * seconds from `START`.
 */
export interface AlertHistory {
  readonly contacts: readonly HistoryContact[];
  readonly outages: readonly HistoryOutage[];
  /** When it is DEGRADED. */
  readonly slow: readonly HistorySlow[];
  readonly expiry: HistoryExpiry | null;
  /** The monitor on which it depends. */
  readonly parent: HistoryParent | null;
  readonly windows: readonly Lasting[];
  /** While it lasts, the service is down. */
  readonly crashes: readonly Lasting[];
  readonly changes: readonly SettingsChange[];
}

export interface Lasting {
  readonly from: number;
  readonly until: number;
}

export interface HistoryContact {
  readonly wishes: Wishes;
  /** When its owner agrees to be told; null: never. */
  readonly confirmedAt: number | null;
  /** It is told of many alerts in one message, as mail and chats are and webhooks are not. */
  readonly isMerged: boolean;
  /** When it takes no message. */
  readonly unwilling: readonly (Lasting & { readonly answers: 'busy' | 'refuses' })[];
}

export interface Wishes {
  readonly isAttached: boolean;
  readonly delayMinutes: number;
  readonly remindEveryMinutes: number | null;
  /** Minutes of the day. */
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly hearsAcknowledgements: boolean;
  readonly hearsSlowness: boolean;
  readonly hearsExpiries: boolean;
  readonly expiryDays: readonly number[];
}

export interface HistoryOutage extends Lasting {
  readonly because: 'RECOVERED' | 'PAUSED';
  readonly acknowledgedAt: number | null;
}

export interface HistoryParent {
  /** When it is down; the schedule notices each of them `noticedAfter` seconds later, and a check at once. */
  readonly downs: readonly (Lasting & { readonly noticedAfter: number })[];
  /** How long a check takes; null: nobody answers. */
  readonly checkSeconds: number | null;
}

export interface HistorySlow extends Lasting {
  readonly because: 'RECOVERED' | 'DOWN' | 'PAUSED';
}

/** A certificate that expires. The monitor service lists it from `listedAt` on. */
export interface HistoryExpiry {
  readonly expiresAt: number;
  readonly listedAt: number;
  /** OVER: it is renewed. Null: it is listed until it expires. */
  readonly gone: { readonly at: number; readonly because: 'OVER' | 'PAUSED'; readonly backAt: number | null } | null;
}

export interface SettingsChange {
  readonly at: number;
  readonly contact: number;
  readonly wishes: Wishes;
}

export const START = Date.UTC(2026, 5, 1, 10);
const HOURS = 3;
export const DAY_SECONDS = 86_400;

/** Half minutes, so that things often happen at the same time. */
const second = (least: number, most: number) =>
  fc.integer({ min: Math.ceil(least / 30), max: Math.floor(most / 30) }).map((steps) => steps * 30);
const minuteOfDay = fc.integer({ min: 9 * 60, max: 14 * 60 });

const wishes: fc.Arbitrary<Wishes> = fc.record({
  isAttached: fc.constantFrom(true, true, true, false),
  delayMinutes: fc.constantFrom(0, 0, 1, 5, 30),
  remindEveryMinutes: fc.constantFrom(null, 5, 20),
  quiet: fc.oneof(
    fc.constant(null),
    fc.record({ from: minuteOfDay, to: minuteOfDay }).filter(({ from, to }) => from !== to),
  ),
  hearsAcknowledgements: fc.boolean(),
  hearsSlowness: fc.boolean(),
  hearsExpiries: fc.constantFrom(true, true, false),
  expiryDays: fc.constantFrom([14, 3], [4, 3], [3], [1]),
});

const lasting = (most: number): fc.Arbitrary<Lasting> =>
  fc.tuple(second(0, HOURS * 3_600), second(30, most)).map(([from, lasts]) => ({ from, until: from + lasts }));

const contact: fc.Arbitrary<HistoryContact> = fc.record({
  wishes,
  isMerged: fc.constantFrom(true, true, false),
  confirmedAt: fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: second(0, HOURS * 3_600) },
  ),
  unwilling: fc.array(
    fc
      .tuple(lasting(3_600), fc.constantFrom('busy' as const, 'refuses' as const))
      .map(([{ from, until }, answers]) => ({ from, until, answers })),
    { maxLength: 1 },
  ),
});

const outages: fc.Arbitrary<HistoryOutage[]> = fc
  .array(
    fc.record({
      after: second(30, 3_600),
      lasts: second(30, 5_400),
      because: fc.constantFrom('RECOVERED' as const, 'RECOVERED' as const, 'PAUSED' as const),
      acknowledgedAfter: fc.oneof(fc.constant(null), second(30, 3_600)),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((planned) => {
    let at = 0;
    return planned.map(({ after, lasts, because, acknowledgedAfter }) => {
      const from = at + after;
      at = from + lasts;
      const isAcknowledged = acknowledgedAfter !== null && acknowledgedAfter < lasts;
      return { from, until: at, because, acknowledgedAt: isAcknowledged ? from + acknowledgedAfter : null };
    });
  });

/** Other monitors that go down within a minute. */
const crowd: fc.Arbitrary<HistoryOutage[]> = fc
  .tuple(second(30, 3_600), fc.array(fc.tuple(second(0, 60), second(30, 600)), { minLength: 4, maxLength: 9 }))
  .map(([at, others]) =>
    others.map(([after, lasts]) => ({
      from: at + after,
      until: at + after + lasts,
      because: 'RECOVERED' as const,
      acknowledgedAt: null,
    })),
  );

const slow: fc.Arbitrary<HistorySlow> = fc
  .tuple(lasting(2_400), fc.constantFrom('RECOVERED' as const, 'DOWN' as const, 'PAUSED' as const))
  .map(([{ from, until }, because]) => ({ from, until, because }));

/** One of the days of a contact comes, or the expiry itself, while everything else happens. */
const expiry: fc.Arbitrary<HistoryExpiry> = fc
  .record({
    days: fc.constantFrom(0, 1, 3, 4),
    after: second(30, HOURS * 3_600),
    listedAt: second(0, 3_600),
    gone: fc.option(
      fc.record({
        after: second(30, 2 * 3_600),
        because: fc.constantFrom('OVER' as const, 'PAUSED' as const),
        backAfter: fc.option(second(30, 3_600)),
      }),
    ),
  })
  .map(({ days, after, listedAt, gone }) => {
    const goneAt = listedAt + (gone?.after ?? 0);
    const backAt = gone === null || gone.backAfter === null ? null : goneAt + gone.backAfter;
    return {
      expiresAt: days * DAY_SECONDS + after,
      listedAt,
      gone: gone && { at: goneAt, because: gone.because, backAt },
    };
  });

export const alertHistory: fc.Arbitrary<AlertHistory> = fc
  .record({
    contacts: fc.array(contact, { minLength: 1, maxLength: 3 }),
    outages,
    crowd: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: crowd }),
    slow: fc.array(slow, { maxLength: 1 }),
    expiry: fc.option(expiry, { freq: 2 }),
    windows: fc.array(lasting(2_400), { maxLength: 2 }),
    crashes: fc.array(lasting(900), { maxLength: 2 }),
    changes: fc.array(fc.record({ at: second(0, HOURS * 3_600), contact: fc.nat({ max: 2 }), wishes }), {
      maxLength: 1,
    }),
  })
  .map(({ contacts, changes, outages: own, crowd: others, slow: periods, expiry: known, windows, crashes }) => {
    const possible = changes.filter((change) => change.contact < contacts.length);
    const all = [...own, ...others];
    return { contacts, changes: possible, outages: all, slow: periods, expiry: known, parent: null, windows, crashes };
  });

export function settingsOf(
  { quiet, hearsAcknowledgements, hearsSlowness, hearsExpiries, ...wish }: Wishes,
  isConfirmed: boolean,
): ContactSettings {
  const quietHours = quiet && { from: clockTime(quiet.from), to: clockTime(quiet.to), timezone: 'UTC' };
  const notifyOn = { degraded: hearsSlowness, expiry: hearsExpiries, acknowledged: hearsAcknowledgements };
  return { ...wish, isConfirmed, quietHours, notifyOn, monitorTypes: null };
}

export function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

export function dateOf(seconds: number): Date {
  return new Date(START + seconds * 1_000);
}

export function secondsOf(at: Date): number {
  return (at.getTime() - START) / 1_000;
}
