import type { ContactSettings } from '@vedette/incident/contact-news';
import fc from 'fast-check';

/** Outages of one monitor and what its contacts want to hear of them. All times are seconds from `START`. */
export interface AlertHistory {
  readonly contacts: readonly HistoryContact[];
  readonly outages: readonly HistoryOutage[];
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
}

export interface HistoryOutage extends Lasting {
  readonly because: 'RECOVERED' | 'PAUSED';
  readonly acknowledgedAt: number | null;
}

export interface SettingsChange {
  readonly at: number;
  readonly contact: number;
  readonly wishes: Wishes;
}

export const START = Date.UTC(2026, 5, 1, 10);
const HOURS = 3;

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
});

const lasting = (most: number): fc.Arbitrary<Lasting> =>
  fc.tuple(second(0, HOURS * 3_600), second(30, most)).map(([from, lasts]) => ({ from, until: from + lasts }));

const contact: fc.Arbitrary<HistoryContact> = fc.record({
  wishes,
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

export const alertHistory: fc.Arbitrary<AlertHistory> = fc
  .record({
    contacts: fc.array(contact, { minLength: 1, maxLength: 3 }),
    outages,
    windows: fc.array(lasting(2_400), { maxLength: 2 }),
    crashes: fc.array(lasting(900), { maxLength: 2 }),
    changes: fc.array(fc.record({ at: second(0, HOURS * 3_600), contact: fc.nat({ max: 2 }), wishes }), {
      maxLength: 1,
    }),
  })
  .map(({ contacts, changes, outages: all, windows, crashes }) => {
    const possible = changes.filter((change) => change.contact < contacts.length);
    return { contacts, changes: possible, outages: all, windows, crashes };
  });

export function settingsOf({ quiet, hearsAcknowledgements, ...wish }: Wishes): ContactSettings {
  const quietHours = quiet && { from: clockTime(quiet.from), to: clockTime(quiet.to), timezone: 'UTC' };
  const notifyOn = { degraded: false, expiry: false, acknowledged: hearsAcknowledgements };
  return { ...wish, isConfirmed: true, quietHours, notifyOn, monitorTypes: null, expiryDays: [] };
}

function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

/** The time of the day. */
export function shownAt(seconds: number): string {
  return new Date(START + seconds * 1_000).toISOString().slice(11, 19);
}

export function historyInWords({ contacts, outages: all, windows, crashes, changes }: AlertHistory): string[] {
  const between = ({ from, until }: Lasting): string => `${shownAt(from)} to ${shownAt(until)}`;
  return [
    ...contacts.flatMap(({ wishes: own, unwilling }, index) => [
      `contact ${index}: ${wishesInWords(own)}`,
      ...unwilling.map(
        (span) => `contact ${index} ${span.answers === 'busy' ? 'is busy' : 'refuses'}, ${between(span)}`,
      ),
    ]),
    ...all.flatMap((outage, index) => [
      `outage ${index}, ${between(outage)}, then ${outage.because}`,
      ...(outage.acknowledgedAt === null
        ? []
        : [`outage ${index} is acknowledged at ${shownAt(outage.acknowledgedAt)}`]),
    ]),
    ...windows.map((span) => `maintenance, ${between(span)}`),
    ...crashes.map((span) => `the service is down, ${between(span)}`),
    ...changes.map(
      (change) => `contact ${change.contact} from ${shownAt(change.at)} on: ${wishesInWords(change.wishes)}`,
    ),
  ];
}

function wishesInWords({ isAttached, delayMinutes, remindEveryMinutes, quiet, hearsAcknowledgements }: Wishes): string {
  const words = [
    ...(isAttached ? [] : ['not attached']),
    ...(delayMinutes === 0 ? [] : [`${delayMinutes} min of delay`]),
    ...(remindEveryMinutes === null ? [] : [`reminded every ${remindEveryMinutes} min`]),
    ...(quiet === null ? [] : [`quiet from ${clockTime(quiet.from)} to ${clockTime(quiet.to)}`]),
    ...(hearsAcknowledgements ? ['hears acknowledgements'] : []),
  ];
  return words.length === 0 ? 'no wishes' : words.join(', ');
}
