import { describe, expect, it } from '@jest/globals';
import type { CheckOutcome, MonitorState } from '@vedette/contract';
import fc from 'fast-check';
import type { Result } from '../observations/check-outcome.ts';
import { applyResult, type Application, type CheckRule, type CheckState } from './result-application.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

const rule: CheckRule = {
  monitorId: 'mon_1',
  type: 'HTTP',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  degradedThresholdMs: 500,
  degradedThresholdMode: 'LAST',
  degradedSamples: 1,
  sslExpiryThresholdDays: 2,
  createdAt: at(0),
};

type Verdict = 'UP' | 'DEGRADED' | 'DOWN' | 'UNOBSERVED';

/** A result of a check in the given epoch and slot; `skewSeconds` is the error of its worker's clock. */
interface Delivery {
  readonly kind: 'result';
  readonly epoch: number;
  readonly slot: number;
  readonly verdict: Verdict;
  readonly skewSeconds: number;
  /** False unless the test says otherwise: results that the service makes itself may have any slot. */
  readonly isScheduled?: boolean;
}

/** A user pauses or resumes the monitor, or changes its target. */
interface Change {
  readonly kind: 'pause' | 'resume' | 'retarget';
}

const deliveries = fc.record<Delivery>({
  kind: fc.constant('result'),
  epoch: fc.integer({ min: 1, max: 4 }),
  slot: fc.integer({ min: 0, max: 40 }),
  verdict: fc.constantFrom<Verdict>('UP', 'DEGRADED', 'DOWN', 'UNOBSERVED'),
  skewSeconds: fc.integer({ min: -400, max: 400 }),
});
const changes = fc.record<Change>({ kind: fc.constantFrom('pause', 'resume', 'retarget') });
const stories = fc.array(fc.oneof({ weight: 6, arbitrary: deliveries }, { weight: 1, arbitrary: changes }), {
  maxLength: 60,
});

/** A slot has one verdict, no matter which worker delivers it and how often. */
function outcomeOf(
  { epoch, slot, verdict, skewSeconds }: Delivery,
  settledVerdicts: Map<string, Verdict>,
): CheckOutcome {
  const key = `${epoch} ${slot}`;
  const settled = settledVerdicts.get(key) ?? verdict;
  settledVerdicts.set(key, settled);
  const attempt = {
    checkedAt: at(slot * 60 + 1 + skewSeconds).toISOString(),
    worker: 'w',
    region: 'r',
    error: settled === 'DOWN' ? 'got 503' : null,
    statusCode: null,
    responseMs: null,
    phases: { dns: null, connect: null, tls: null, firstByte: null, total: null },
  };
  const isFine = settled === 'UP' || settled === 'DEGRADED';
  return {
    verdict: isFine ? 'SUCCEEDED' : settled === 'DOWN' ? 'FAILED' : 'UNOBSERVED',
    attempts: [attempt],
    responseMs: isFine ? (settled === 'UP' ? 10 : 900) : null,
    pace: null,
    observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
  };
}

/** Plays a story with one event every ten seconds, and keeps the record of states as the table does. */
class Play {
  readonly record = new Map<number, string>([[at(0).getTime(), 'PENDING']]);
  readonly #verdicts = new Map<string, Verdict>();
  check: CheckState = {
    state: 'PENDING',
    epoch: 1,
    lane: 'FAST',
    nextCheckAt: at(0),
    slotAt: null,
    lastSlotAt: null,
    lastCheckedAt: null,
    lastStatusChangedAt: null,
    lastResponseMs: null,
    certExpiresAt: null,
    observedAt: null,
    samples: [],
    toldExpiries: [],
  };
  /** The verdict of the newest slot in the current epoch, computed directly from the wording of the rule. */
  expected: MonitorState = 'PENDING';
  #newestSlot = -1;
  ongoing = 0;
  now = at(0);

  step(event: Delivery | Change): Application | undefined {
    this.now = new Date(this.now.getTime() + 10_000);
    if (event.kind !== 'result') return this.#change(event.kind);
    const outcome = outcomeOf(event, this.#verdicts);
    const { epoch, isScheduled = false } = event;
    const result: Result = { monitorId: 'mon_1', epoch, slotAt: at(event.slot * 60), outcome, isScheduled };
    const known = { rule, check: this.check, cause: this.check.state === 'DOWN' ? 'got 503' : null };
    const applied = applyResult(known, result, this.now);
    for (const { at: from, state } of applied.record) this.#write(from, state);
    this.ongoing += applied.outage?.kind === 'open' ? 1 : applied.outage?.kind === 'resolve' ? -1 : 0;
    this.check = applied.check;
    this.#expect(event);
    return applied;
  }

  #expect({ epoch, slot }: Delivery): void {
    const verdict = this.#verdicts.get(`${epoch} ${slot}`) ?? 'UNOBSERVED';
    const counts = epoch === this.check.epoch && this.expected !== 'PAUSED' && verdict !== 'UNOBSERVED';
    if (!counts || slot <= this.#newestSlot) return;
    this.expected = verdict;
    this.#newestSlot = slot;
  }

  #change(kind: Change['kind']): undefined {
    const isPaused = this.check.state === 'PAUSED';
    if ((kind === 'pause') === isPaused && kind !== 'retarget') return;
    const state = kind === 'pause' ? 'PAUSED' : kind === 'resume' ? 'PENDING' : this.check.state;
    const isEntered = state !== this.check.state;
    this.check = {
      ...this.check,
      state,
      epoch: this.check.epoch + 1,
      lastSlotAt: null,
      samples: [],
      ...(isEntered && { lastStatusChangedAt: this.now }),
    };
    if (isEntered) this.#write(this.now, state);
    if (state === 'PAUSED') this.ongoing = 0;
    this.expected = state;
    this.#newestSlot = -1;
  }

  #write(from: Date, state: string): void {
    const newest = Math.max(...this.record.keys());
    // A line before an existing one would change the past.
    expect(from.getTime()).toBeGreaterThanOrEqual(newest);
    expect(from.getTime()).toBeLessThanOrEqual(this.now.getTime());
    this.record.set(from.getTime(), state);
  }
}

describe('any sequence of results, delivered twice or out of order, with changes in between', () => {
  it('leaves the state of the newest slot of the current epoch, and one outage at most', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const play = new Play();
        for (const event of story) {
          play.step(event);
          expect(play.check.state).toBe(play.expected);
          expect(play.ongoing).toBe(play.check.state === 'DOWN' ? 1 : 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a record without overlap or hole that ends in the present state', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const play = new Play();
        for (const event of story) play.step(event);
        const lines = [...play.record].toSorted(([one], [other]) => one - other);
        expect(lines[0]?.[0]).toBe(at(0).getTime());
        expect(lines.at(-1)?.[1]).toBe(play.check.state);
      }),
      { numRuns: 500 },
    );
  });

  it('lets nothing that ran before a pause, a resume or a change of target change anything after it', () => {
    fc.assert(
      fc.property(stories, changes, fc.array(deliveries), (story, { kind }, late) => {
        const play = new Play();
        for (const event of story) play.step(event);
        const epochBefore = play.check.epoch;
        play.step({ kind });
        const after = play.check;
        if (after.epoch === epochBefore) return;
        for (const delivery of late) play.step({ ...delivery, epoch: Math.min(delivery.epoch, epochBefore) });
        expect(play.check).toEqual(after);
      }),
    );
  });

  it('lets no result of a worker change anything, except for the slot in flight', () => {
    fc.assert(
      fc.property(stories, deliveries, fc.option(fc.integer({ min: 0, max: 40 })), (story, delivery, slotInFlight) => {
        const play = new Play();
        for (const event of story) play.step(event);
        play.check = { ...play.check, slotAt: slotInFlight === null ? null : at(slotInFlight * 60) };
        const before = play.check;
        const applied = play.step({ ...delivery, isScheduled: true });
        if (delivery.slot === slotInFlight) return;
        expect(play.check).toEqual(before);
        expect(applied).toMatchObject({ entered: undefined, record: [], outage: undefined });
      }),
      { numRuns: 500 },
    );
  });

  it('is the same however its results are ordered and repeated, once all have arrived', () => {
    const runs = fc.uniqueArray(deliveries, { selector: ({ slot }) => slot, maxLength: 20 }).chain((results) => {
      const ours = results.map((each) => ({ ...each, epoch: 1, skewSeconds: 0 }));
      return fc.tuple(fc.constant(ours), fc.shuffledSubarray([...ours, ...ours], { minLength: ours.length * 2 }));
    });
    fc.assert(
      fc.property(runs, ([inOrder, shuffled]) => {
        const [one, other] = [new Play(), new Play()];
        for (const event of inOrder.toSorted((a, b) => a.slot - b.slot)) one.step(event);
        for (const event of shuffled) other.step(event);
        expect([other.check.state, other.check.lastSlotAt]).toEqual([one.check.state, one.check.lastSlotAt]);
      }),
    );
  });
});
