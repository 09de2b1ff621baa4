import { describe, expect, it } from '@jest/globals';
import type { ContactSettings } from './contact-news.ts';
import { expiryPlan, stepAt, type Expiry, type KnownStep } from './expiry-plan.ts';

const EXPIRES = Date.parse('2026-12-01T12:00:00.000Z');
const expiresAt = new Date(EXPIRES);
const DAY_MS = 86_400_000;
const daysBefore = (days: number): Date => new Date(EXPIRES - days * DAY_MS);

const settings: ContactSettings = {
  isAttached: true,
  isConfirmed: true,
  notifyOn: { degraded: false, expiry: true, acknowledged: false },
  monitorTypes: null,
  remindEveryMinutes: 60,
  delayMinutes: 30,
  quietHours: null,
  expiryDays: [14, 3],
};
const expiry: Expiry = { monitorType: 'SSL', expiresAt, isOver: false, spans: [] };

describe('the days of a contact', () => {
  it.each([
    { name: 'none yet', days: [14, 3], left: 14.01, is: { days: null, nextAt: daysBefore(14) } },
    { name: 'the first, at its instant', days: [14, 3], left: 14, is: { days: 14, nextAt: daysBefore(3) } },
    { name: 'the first, later', days: [14, 3], left: 3.01, is: { days: 14, nextAt: daysBefore(3) } },
    { name: 'the last, at its instant', days: [14, 3], left: 3, is: { days: 3, nextAt: null } },
    { name: 'the last until it expires', days: [14, 3], left: 0.01, is: { days: 3, nextAt: null } },
    { name: 'none once it has expired', days: [14, 3], left: 0, is: { days: null, nextAt: null } },
    { name: 'in whatever order they are given', days: [3, 30, 14], left: 10, is: { days: 14, nextAt: daysBefore(3) } },
    { name: 'a single one', days: [365], left: 200, is: { days: 365, nextAt: null } },
  ])('$name', ({ days, left, is }) => {
    expect(stepAt({ expiresAt }, days, daysBefore(left))).toEqual(is);
  });
});

interface Row {
  readonly name: string;
  readonly left: number;
  readonly steps?: KnownStep[];
  readonly settings?: Partial<ContactSettings>;
  readonly expiry?: Partial<Expiry>;
  /** As `days outcome reason`. */
  readonly is: string[];
  readonly decideAt: Date | null;
}

const told = (days: number): KnownStep => ({ days, outcome: 'TOLD', reason: null });
const held = (days: number, reason: KnownStep['reason'] = 'QUIET_HOURS'): KnownStep => ({
  days,
  outcome: 'HELD',
  reason,
});
/** From 11:00 to 13:00, around the time of day at which it expires. */
const quietHours = { from: '11:00', to: '13:00', timezone: 'UTC' };
const hourLater = (days: number): Date => new Date(daysBefore(days).getTime() + 3_600_000);

const rows: Row[] = [
  { name: 'is not told before the first day', left: 20, is: [], decideAt: daysBefore(14) },
  { name: 'is told on the first day', left: 14, is: ['14 TOLD'], decideAt: daysBefore(3) },
  { name: 'is told once on a day', left: 13, steps: [told(14)], is: [], decideAt: daysBefore(3) },
  { name: 'is told on the last day', left: 3, steps: [told(14)], is: ['3 TOLD'], decideAt: null },
  { name: 'is told once if two have passed', left: 2, is: ['3 TOLD'], decideAt: null },
  {
    name: 'is not told of a day before the one it was told on',
    left: 2,
    settings: { expiryDays: [5] },
    steps: [told(3)],
    is: [],
    decideAt: null,
  },
  {
    name: 'is told of a day that it added',
    left: 4,
    settings: { expiryDays: [14, 5] },
    steps: [told(14)],
    is: ['5 TOLD'],
    decideAt: null,
  },
  { name: 'is not told after the expiry', left: 0, is: [], decideAt: null },
  {
    name: 'is not told twice what was cancelled',
    left: 13,
    steps: [{ days: 14, outcome: 'SUPPRESSED', reason: 'NOT_ATTACHED' }],
    is: [],
    decideAt: daysBefore(3),
  },
  { name: 'is not told of what was renewed', left: 3, expiry: { isOver: true }, is: [], decideAt: null },
  {
    name: 'suppresses what was held when it was renewed',
    left: 13,
    expiry: { isOver: true },
    steps: [held(14)],
    is: ['14 SUPPRESSED QUIET_HOURS'],
    decideAt: null,
  },
  {
    name: 'suppresses what was held until it expired',
    left: 0,
    steps: [held(3)],
    is: ['3 SUPPRESSED QUIET_HOURS'],
    decideAt: null,
  },
  {
    name: 'hears of the next day alone if the one before was held until then',
    left: 3,
    steps: [held(14, 'TYPE')],
    is: ['14 SUPPRESSED TYPE', '3 TOLD'],
    decideAt: null,
  },
  {
    name: 'is not told if it does not want to be',
    left: 14,
    settings: { notifyOn: { ...settings.notifyOn, expiry: false } },
    is: ['14 HELD TYPE'],
    decideAt: daysBefore(3),
  },
  {
    name: 'is not told of another type',
    left: 14,
    settings: { monitorTypes: ['HTTP'] },
    is: ['14 HELD TYPE'],
    decideAt: daysBefore(3),
  },
  {
    name: 'is not told if it is not attached',
    left: 14,
    settings: { isAttached: false },
    is: ['14 HELD NOT_ATTACHED'],
    decideAt: daysBefore(3),
  },
  {
    name: 'waits for the end of its quiet hours',
    left: 14,
    settings: { quietHours },
    is: ['14 HELD QUIET_HOURS'],
    decideAt: hourLater(14),
  },
  {
    name: 'waits for quiet hours even if it was due before them',
    left: 10,
    settings: { quietHours },
    is: ['14 HELD QUIET_HOURS'],
    decideAt: hourLater(10),
  },
  {
    name: 'decides again when the next day comes in its quiet hours',
    left: 3 + 1 / 48,
    settings: { quietHours },
    is: ['14 HELD QUIET_HOURS'],
    decideAt: daysBefore(3),
  },
  {
    name: 'is told when they are over',
    left: 13.5,
    settings: { quietHours },
    steps: [held(14)],
    is: ['14 TOLD'],
    decideAt: daysBefore(3),
  },
  {
    name: 'waits for the end of a window, and looks again soon',
    left: 14,
    expiry: { spans: [{ startsAt: daysBefore(15), endsAt: daysBefore(13) }] },
    is: ['14 HELD MAINTENANCE'],
    decideAt: new Date(daysBefore(14).getTime() + 30_000),
  },
];

describe('a contact', () => {
  it.each(rows)('$name', ({ left, steps = [], settings: wanted, expiry: known, is, decideAt }) => {
    const recipient = { id: 'ac_1', settings: { ...settings, ...wanted }, steps };
    const plan = expiryPlan({ ...expiry, ...known }, [recipient], daysBefore(left));
    const lines = plan.decisions.map(({ number, outcome, reason }) =>
      [number, outcome, ...(reason === null ? [] : [reason])].join(' '),
    );
    expect(lines).toEqual(is);
    expect(plan.decisions.every(({ news, contactId }) => news === 'OPENED' && contactId === 'ac_1')).toBe(true);
    expect(plan.decideAt).toEqual(decideAt);
  });

  it('does not decide for another', () => {
    const plan = expiryPlan(
      expiry,
      [
        { id: 'ac_1', settings, steps: [told(14)] },
        { id: 'ac_2', settings: { ...settings, expiryDays: [30, 7] }, steps: [told(30)] },
        { id: 'ac_3', settings: { ...settings, expiryDays: [12] }, steps: [] },
      ],
      daysBefore(13),
    );
    expect(plan).toEqual({ decisions: [], decideAt: daysBefore(12) });
  });
});
