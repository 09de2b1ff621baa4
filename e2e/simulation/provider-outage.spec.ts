import { beforeAll, describe, expect, it } from '@jest/globals';
import { SimulatedSchedule, type SimulatedCheck, type SimulatedMonitor } from './simulated-schedule.ts';
import { SimulatedWorker } from './simulated-worker.ts';

// A provider goes dark: half of all monitors of all organizations begin to time out within ten seconds. The rules of the
// monitor service and of the workers decide everything; time, targets and stores are simulated.

const ORGANIZATIONS = 100;
const INTERVAL_SECONDS = 30;
/** A timeout of 30 s, tried twice. */
const HANGING_MS = 60_000;
const WORKERS = 2;
const CONCURRENCY = 500;
const STEP_MS = 50;
const STARTS_AT = Date.parse('2026-01-01T00:00:00Z');
const OUTAGE_AT = STARTS_AT + 60_000;
/** All of them are known to be slow, and those that were found first are over. */
const SETTLED_AT = OUTAGE_AT + 180_000;
const ENDS_AT = OUTAGE_AT + 360_000;

interface Monitor extends SimulatedMonitor {
  readonly hangsFrom: number;
}

/** Most have a few, some hundreds. */
const sizeOf = (organization: number): number => (organization % 20 === 0 ? 300 : 5 + (organization % 20));

const monitors: Monitor[] = Array.from({ length: ORGANIZATIONS }, (_, organization) =>
  Array.from({ length: sizeOf(organization) }, (_each, i): Monitor => {
    const seed = organization * 1_000 + i;
    const hangsFrom = i % 2 === 0 ? OUTAGE_AT + ((seed * 7_919) % 10_000) : Infinity;
    const answersIn = 20 + ((seed * 104_729) % 400);
    return {
      organizationId: `org_${organization}`,
      monitorId: `mon_${seed}`,
      intervalSeconds: INTERVAL_SECONDS,
      hangsFrom,
      durationAt: (at) => (at >= hangsFrom ? HANGING_MS : answersIn),
    };
  }),
).flat();

const workers = Array.from({ length: WORKERS }, () => new SimulatedWorker(CONCURRENCY, 33));
const schedule = new SimulatedSchedule(monitors, workers, STARTS_AT);
const lateness = ({ slotAt, startedAt }: SimulatedCheck): number => startedAt - slotAt;
const isHanging = ({ monitor }: SimulatedCheck): boolean => (monitor as Monitor).hangsFrom < Infinity;
const worst = (checks: readonly SimulatedCheck[]): number =>
  checks.reduce((most, check) => Math.max(most, lateness(check)), 0);

beforeAll(() => {
  for (let now = STARTS_AT; now < ENDS_AT; now += STEP_MS) schedule.turn(now);
});

describe('while a provider is dark', () => {
  it('checks of monitors that answer begin within half a second of their slots, and none is skipped', () => {
    const healthy = schedule.checks.filter((check) => !isHanging(check));
    expect(worst(healthy)).toBeLessThan(500);
    const expected = (ENDS_AT - STARTS_AT) / (INTERVAL_SECONDS * 1_000);
    const counts = Map.groupBy(healthy, ({ monitor }) => monitor.monitorId);
    expect(Math.min(...[...counts.values()].map((checks) => checks.length))).toBeGreaterThanOrEqual(expected - 1);
  });

  it('every monitor that begins to hang is found by its ordinary check, in its ordinary time', () => {
    const first = schedule.checks.filter((check) => isHanging(check) && check.lane === 'FAST');
    expect(worst(first)).toBeLessThan(500);
    const hanging = monitors.filter(({ hangsFrom }) => hangsFrom < Infinity);
    expect(new Set(first.map(({ monitor }) => monitor.monitorId)).size).toBe(hanging.length);
    expect(hanging.map(({ monitorId }) => schedule.laneOf(monitorId))).not.toContain('FAST');
  });

  it('organizations have equal shares of the slow lane, however many monitors hang', () => {
    const settled = schedule.checks.filter(({ lane, startedAt }) => lane === 'SLOW' && startedAt > SETTLED_AT);
    const begun = Map.groupBy(settled, ({ monitor }) => monitor.organizationId);
    // Those with fewer monitors than that have all of them checked, and need no more.
    const wanting = Array.from({ length: ORGANIZATIONS }, (_, i) => i).filter(
      (organization) => sizeOf(organization) > 15,
    );
    const counts = wanting.map((organization) => begun.get(`org_${organization}`)?.length ?? 0);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2 * Math.min(...counts));
  });

  it('no worker holds more checks than it may', () => {
    for (const { mostInFlight, places } of workers) expect(mostInFlight).toBeLessThanOrEqual(2 * places.scheduled);
  });
});
