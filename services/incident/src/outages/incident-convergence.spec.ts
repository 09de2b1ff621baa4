import { describe, expect, it } from '@jest/globals';
import type { OutageFact } from '@vedette/contract';
import fc from 'fast-check';
import { applyFact, type Resolution, type StoredIncident } from './incident-lifecycle.ts';

/** The incidents of one monitor; applies every decision as the service does. */
class Incidents {
  readonly #byId = new Map<string, StoredIncident & { resolvedAt: string | null }>();
  /** The most ongoing incidents after any fact. */
  mostOngoing = 0;

  apply(fact: OutageFact): void {
    const others = [...this.#byId.values()].filter(({ id }) => id !== fact.incidentId);
    const decision = applyFact(fact, {
      isForgotten: false,
      incident: this.#byId.get(fact.incidentId),
      newestOther: others.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0],
      ongoingOther: others.find(({ resolution }) => resolution === null),
    });
    if (decision.kind === 'ignore') return;
    if ('supersedes' in decision && decision.supersedes !== undefined) {
      this.#change(decision.supersedes, { resolution: 'SUPERSEDED', resolvedAt: fact.startedAt });
    }
    const { incidentId: id, revision, cause, resolved } = fact;
    const known = this.#byId.get(id);
    this.#byId.set(id, {
      id,
      revision,
      startedAt: new Date(fact.startedAt),
      cause,
      resolution: resolved?.because ?? known?.resolution ?? null,
      resolvedAt: resolved?.at ?? known?.resolvedAt ?? null,
    });
    const ongoing = [...this.#byId.values()].filter(({ resolution }) => resolution === null);
    this.mostOngoing = Math.max(this.mostOngoing, ongoing.length);
  }

  get all() {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #change(id: string, change: { resolution: Resolution; resolvedAt: string }): void {
    const known = this.#byId.get(id);
    if (known !== undefined) this.#byId.set(id, { ...known, ...change });
  }
}

const because = fc.constantFrom('RECOVERED', 'PAUSED', 'TYPE_CHANGED' as const);
const outage = fc.record({
  causes: fc.array(fc.constantFrom('refused', 'timeout', '503'), { minLength: 1, maxLength: 4 }),
  because,
});

/** The facts of a monitor's outages, in the order in which the monitor service publishes them. */
const history = fc
  .record({ outages: fc.array(outage, { minLength: 1, maxLength: 4 }), lastGoesOn: fc.boolean() })
  .map(({ outages, lastGoesOn }) =>
    outages.flatMap(({ causes, because: reason }, number) => {
      const at = (offset: number): string => new Date(Date.UTC(2026, 0, 1, number, offset)).toISOString();
      const told = causes.map((cause, index): OutageFact => ({
        incidentId: `inc_${number}`,
        revision: index + 1,
        monitor: { id: 'mon_1', name: 'API', type: 'HTTP', target: null, createdAt: at(0) },
        startedAt: at(1),
        cause,
        evidence: [],
        resolved: null,
      }));
      const last = told.at(-1);
      if (last === undefined || (lastGoesOn && number === outages.length - 1)) return told;
      const end = { ...last, revision: causes.length + 1, resolved: { at: at(59), because: reason } };
      return [...told, end];
    }),
  );

/** The same facts in any order, some of them repeated. */
const deliveries = history.chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    delivered: fc
      .array(fc.constantFrom(...facts), { maxLength: 10 })
      .chain((again) => fc.shuffledSubarray([...facts, ...again], { minLength: facts.length + again.length })),
  }),
);

describe('facts in any order, any number of times', () => {
  it('leave the same incidents as in order and once', () => {
    fc.assert(
      fc.property(deliveries, ({ facts, delivered }) => {
        const inOrder = new Incidents();
        for (const fact of facts) inOrder.apply(fact);
        const shuffled = new Incidents();
        for (const fact of delivered) shuffled.apply(fact);
        expect(shuffled.all).toEqual(inOrder.all);
      }),
      { numRuns: 500 },
    );
  });

  it('never make two ongoing incidents', () => {
    fc.assert(
      fc.property(deliveries, ({ delivered }) => {
        const incidents = new Incidents();
        for (const fact of delivered) incidents.apply(fact);
        expect(incidents.mostOngoing).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
