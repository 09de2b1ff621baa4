import fc from 'fast-check';
import type { AlertHistory, HistoryOutage, HistoryParent, Lasting, Wishes } from './alert-history.ts';

const WISHES: Wishes = {
  isAttached: true,
  delayMinutes: 0,
  remindEveryMinutes: null,
  quiet: null,
  hearsAcknowledgements: false,
  hearsSlowness: false,
  hearsExpiries: false,
  expiryDays: [3],
};

/** Seconds, so that things happen within the ten that alerts wait. */
const spans = (most: number, lasts: number): fc.Arbitrary<Lasting[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: lasts })), { maxLength: most })
    .map((planned) => {
      let at = 0;
      return planned.map(([after, length]) => {
        const from = at + after;
        at = from + length;
        return { from, until: at };
      });
    });

const parent: fc.Arbitrary<HistoryParent> = fc
  .record({
    downs: spans(3, 60),
    noticed: fc.array(fc.constantFrom(0, 0, 3, 20), { minLength: 3, maxLength: 3 }),
    checkSeconds: fc.constantFrom(1, 2, 9, null),
  })
  .map(({ downs, noticed, checkSeconds }) => ({
    downs: downs.map((down, index) => ({ ...down, noticedAfter: noticed[index] ?? 0 })),
    checkSeconds,
  }));

/** A monitor that depends on another one, and a contact that wants to hear of everything at once. */
export const parentHistory: fc.Arbitrary<AlertHistory> = fc
  .record({ outages: spans(2, 90), parent, crashes: fc.option(spans(1, 30), { nil: [] }) })
  .map(({ outages, parent: known, crashes }) => ({
    contacts: [{ wishes: WISHES, confirmedAt: 0, isMerged: true, unwilling: [] }],
    outages: outages.map((span): HistoryOutage => ({ ...span, because: 'RECOVERED', acknowledgedAt: null })),
    slow: [],
    expiry: null,
    parent: known,
    windows: [],
    crashes,
    changes: [],
  }));
