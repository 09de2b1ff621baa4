import { describe, expect, it } from '@jest/globals';
import type { OutageFact } from '@vedette/contract';
import { applyFact, type KnownOutages, type LifecycleDecision, type StoredIncident } from './incident-lifecycle.ts';

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 15, 10, n));

function fact(change: Partial<OutageFact> = {}): OutageFact {
  return {
    incidentId: 'inc_b',
    revision: 1,
    monitor: { id: 'mon_1', name: 'API', type: 'HTTP', target: null, createdAt: minute(0).toISOString() },
    startedAt: minute(10).toISOString(),
    cause: 'Connection refused by 203.0.113.7:443',
    evidence: [],
    resolved: null,
    ...change,
  };
}

function stored(change: Partial<StoredIncident> = {}): StoredIncident {
  return {
    id: 'inc_b',
    revision: 1,
    startedAt: minute(10),
    cause: 'Connection refused by 203.0.113.7:443',
    resolution: null,
    ...change,
  };
}

const nothing: KnownOutages = {
  isForgotten: false,
  incident: undefined,
  newestOther: undefined,
  ongoingOther: undefined,
};
const recovered = { at: minute(20).toISOString(), because: 'RECOVERED' } as const;
const paused = { at: minute(20).toISOString(), because: 'PAUSED' } as const;
const earlier = stored({ id: 'inc_a', startedAt: minute(5) });
const later = stored({ id: 'inc_c', startedAt: minute(15) });

interface Row {
  readonly name: string;
  readonly fact: OutageFact;
  readonly known?: Partial<KnownOutages>;
  readonly decision: LifecycleDecision;
}

function show(rows: readonly Row[]): void {
  it.each(rows)('$name', ({ fact: told, known, decision }) => {
    expect(applyFact(told, { ...nothing, ...known })).toEqual(decision);
  });
}

describe('an outage nobody here knows of', () => {
  show([
    { name: 'opens an incident', fact: fact(), decision: { kind: 'open', supersedes: undefined } },
    {
      name: 'opens one also when its first revision was missed',
      fact: fact({ revision: 4 }),
      decision: { kind: 'open', supersedes: undefined },
    },
    {
      name: 'opens one after an earlier outage that is resolved',
      fact: fact(),
      known: { newestOther: { ...earlier, resolution: 'RECOVERED' } },
      decision: { kind: 'open', supersedes: undefined },
    },
    {
      name: 'ends an earlier outage whose end has not arrived yet',
      fact: fact(),
      known: { newestOther: earlier, ongoingOther: earlier },
      decision: { kind: 'open', supersedes: 'inc_a' },
    },
    {
      name: 'leaves an earlier outage alone that was superseded before',
      fact: fact(),
      known: { newestOther: { ...earlier, resolution: 'SUPERSEDED' } },
      decision: { kind: 'open', supersedes: undefined },
    },
    {
      name: 'is over when a later one is ongoing',
      fact: fact(),
      known: { newestOther: later, ongoingOther: later },
      decision: { kind: 'ignore', reason: 'superseded' },
    },
    {
      name: 'is over when a later one is resolved',
      fact: fact(),
      known: { newestOther: { ...later, resolution: 'RECOVERED' } },
      decision: { kind: 'ignore', reason: 'superseded' },
    },
    {
      name: 'is the later one when it began later, whatever the ids say',
      fact: fact(),
      known: { newestOther: { ...earlier, id: 'inc_z' }, ongoingOther: { ...earlier, id: 'inc_z' } },
      decision: { kind: 'open', supersedes: 'inc_z' },
    },
    {
      name: 'of the same millisecond is the later one when its id is',
      fact: fact(),
      known: { newestOther: stored({ id: 'inc_a' }), ongoingOther: stored({ id: 'inc_a' }) },
      decision: { kind: 'open', supersedes: 'inc_a' },
    },
    {
      name: 'of the same millisecond is the earlier one when its id is',
      fact: fact(),
      known: { newestOther: stored({ id: 'inc_c' }) },
      decision: { kind: 'ignore', reason: 'superseded' },
    },
    {
      name: 'is recorded with its end when that comes first',
      fact: fact({ revision: 2, resolved: recovered }),
      decision: { kind: 'open-resolved', supersedes: undefined },
    },
    {
      name: 'is recorded with its end beside a later, ongoing one',
      fact: fact({ revision: 2, resolved: recovered }),
      known: { newestOther: later, ongoingOther: later },
      decision: { kind: 'open-resolved', supersedes: undefined },
    },
    {
      name: 'ends an earlier outage also when it is over itself',
      fact: fact({ revision: 2, resolved: recovered }),
      known: { newestOther: earlier, ongoingOther: earlier },
      decision: { kind: 'open-resolved', supersedes: 'inc_a' },
    },
    {
      name: 'ends the ongoing one of several earlier outages',
      fact: fact(),
      known: { newestOther: { ...earlier, id: 'inc_a2', resolution: 'RECOVERED' }, ongoingOther: earlier },
      decision: { kind: 'open', supersedes: 'inc_a' },
    },
    {
      name: 'is recorded as resolved when the pause that ended it comes first',
      fact: fact({ revision: 2, resolved: paused }),
      decision: { kind: 'open-resolved', supersedes: undefined },
    },
  ]);
});

describe('an ongoing incident', () => {
  const known = { incident: stored({ revision: 3 }) };
  show([
    {
      name: 'ignores the same revision again',
      fact: fact({ revision: 3 }),
      known,
      decision: { kind: 'ignore', reason: 'outdated' },
    },
    {
      name: 'ignores a lower revision, whatever it says',
      fact: fact({ revision: 2, cause: 'Something else', resolved: recovered }),
      known,
      decision: { kind: 'ignore', reason: 'outdated' },
    },
    {
      name: 'takes a higher revision that says the same',
      fact: fact({ revision: 4 }),
      known,
      decision: { kind: 'confirm' },
    },
    {
      name: 'changes its cause',
      fact: fact({ revision: 4, cause: 'Expected status 200, got 503' }),
      known,
      decision: { kind: 'change-cause' },
    },
    {
      name: 'is resolved',
      fact: fact({ revision: 4, resolved: recovered }),
      known,
      decision: { kind: 'resolve', changesCause: false },
    },
    {
      name: 'is resolved with a last cause that was missed',
      fact: fact({ revision: 6, cause: 'Expected status 200, got 503', resolved: recovered }),
      known,
      decision: { kind: 'resolve', changesCause: true },
    },
    {
      name: 'is resolved by a pause',
      fact: fact({ revision: 4, resolved: paused }),
      known,
      decision: { kind: 'resolve', changesCause: false },
    },
  ]);
});

describe('a superseded incident', () => {
  const known = { incident: stored({ resolution: 'SUPERSEDED' }), newestOther: later };
  show([
    {
      name: 'is resolved when its end arrives',
      fact: fact({ revision: 2, resolved: recovered }),
      known,
      decision: { kind: 'resolve', changesCause: false },
    },
    {
      name: 'still changes its cause',
      fact: fact({ revision: 2, cause: 'Expected status 200, got 503' }),
      known,
      decision: { kind: 'change-cause' },
    },
  ]);
});

describe('a resolved incident', () => {
  const known = { incident: stored({ revision: 2, resolution: 'RECOVERED' }) };
  show([
    { name: 'ignores that it began', fact: fact(), known, decision: { kind: 'ignore', reason: 'outdated' } },
    {
      name: 'ignores its end again',
      fact: fact({ revision: 2, resolved: recovered }),
      known,
      decision: { kind: 'ignore', reason: 'outdated' },
    },
    {
      name: 'stays resolved',
      fact: fact({ revision: 3 }),
      known,
      decision: { kind: 'ignore', reason: 'settled' },
    },
    {
      name: 'keeps its first end',
      fact: fact({ revision: 3, resolved: paused }),
      known,
      decision: { kind: 'ignore', reason: 'settled' },
    },
  ]);
});

describe('a forgotten monitor', () => {
  const known = { isForgotten: true };
  show([
    { name: 'opens nothing', fact: fact(), known, decision: { kind: 'ignore', reason: 'forgotten' } },
    {
      name: 'records nothing',
      fact: fact({ revision: 2, resolved: recovered }),
      known,
      decision: { kind: 'ignore', reason: 'forgotten' },
    },
  ]);
});
