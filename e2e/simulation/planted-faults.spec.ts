import { describe, expect, it } from '@jest/globals';
import { realDeciders, type Deciders } from './deciders.ts';
import { playMany } from './failing-history.ts';
import type { PromiseName } from './promise-names.ts';

// Each rule is replaced by one with a mistake that somebody could make. The simulation must find it, and show it in a
// history that a person reads in a minute.

const MOST_HISTORIES = 3_000;
const MOST_LINES = 8;

interface Planted {
  readonly mistake: string;
  readonly deciders: Partial<Deciders>;
  /** The promises that the mistake may break first. */
  readonly breaks: readonly PromiseName[];
}

const real = realDeciders;

const planted: readonly Planted[] = [
  {
    mistake: 'a late result decides the state',
    deciders: {
      applyResult: (known, result, now) =>
        real.applyResult({ ...known, check: { ...known.check, lastSlotAt: null } }, result, now),
    },
    breaks: ['a slot has its effect once', 'the newest slot decides'],
  },
  {
    mistake: 'a result from before a pause or another target counts',
    deciders: {
      // Its slot is not in flight any more, which alone would keep it from counting.
      applyResult: (known, result, now) =>
        real.applyResult(known, { ...result, epoch: known.check.epoch, isScheduled: false }, now),
    },
    breaks: ['what ran before a change by hand changes nothing after it'],
  },
  {
    mistake: 'a check that could not judge its target counts as failed',
    deciders: {
      applyResult: (known, { outcome, ...result }, now) =>
        real.applyResult(
          known,
          {
            ...result,
            outcome: { ...outcome, verdict: outcome.verdict === 'UNOBSERVED' ? 'FAILED' : outcome.verdict },
          },
          now,
        ),
    },
    breaks: ['an outage is opened only by a confirmed failure', 'a worker without network never causes DOWN'],
  },
  {
    mistake: 'the worker that confirms is believed when it failed alone',
    deciders: {
      outcomeOf: (first, confirmation) => {
        const outcome = real.outcomeOf(first, confirmation);
        return confirmation?.by === 'PEER'
          ? { ...outcome, verdict: 'FAILED', attempts: outcome.attempts.slice(0, 1) }
          : outcome;
      },
    },
    breaks: ['an outage is opened only by a confirmed failure'],
  },
  {
    mistake: 'a worker believes itself although its network is in doubt',
    deciders: {
      outcomeOf: (first, confirmation) =>
        real.outcomeOf(
          first,
          confirmation?.by === 'SELF' ? { ...confirmation, isNetworkInDoubt: false } : confirmation,
        ),
    },
    breaks: ['a worker without network never causes DOWN'],
  },
  {
    mistake: 'a lost check is never due again',
    deciders: { lostAfter: () => new Date(8.64e15), lostAfterRestart: () => new Date(8.64e15) },
    breaks: ['the state settles to the truth'],
  },
  {
    mistake: 'a resolved outage does not get a new revision',
    deciders: {
      stepOutage: (known, step) => {
        const next = real.stepOutage(known, step);
        return next && known && { ...next, revision: known.revision };
      },
    },
    breaks: ['an outage has one revision after the other'],
  },
  {
    mistake: 'the end of an outage whose opening is late is dropped',
    deciders: {
      applyFact: (fact, known) => {
        const decision = real.applyFact(fact, known);
        return decision.kind === 'open-resolved' ? { kind: 'ignore', reason: 'outdated' } : decision;
      },
    },
    breaks: ['every outage has one incident, and every incident its outage', 'the state settles to the truth'],
  },
  {
    mistake: 'an unknown end of an earlier outage does not supersede it',
    deciders: {
      applyFact: (fact, known) => {
        const decision = real.applyFact(fact, known);
        return 'supersedes' in decision ? { ...decision, supersedes: undefined } : decision;
      },
    },
    breaks: ['a monitor has at most one ongoing incident'],
  },
  {
    mistake: 'maintenance suppresses nothing',
    deciders: {
      subjectPlan: (subject, recipients, now) => real.subjectPlan({ ...subject, spans: [] }, recipients, now),
    },
    breaks: ['contacts are told, except in maintenance and of paused monitors'],
  },
  {
    mistake: 'an outage that outlives its window is never told',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const { decisions } = real.subjectPlan(subject, recipients, now);
        const isHeld = decisions.some(({ outcome }) => outcome === 'HELD');
        return { decisions: isHeld ? [] : decisions, decideAt: null };
      },
    },
    breaks: ['contacts are told, except in maintenance and of paused monitors'],
  },
  {
    mistake: 'every contact that cannot be reached is replaced, however often',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const forgetful = recipients.map((each) => ({ ...each, reach: { ...each.reach, hasStoodIn: false } }));
        return real.subjectPlan(subject, forgetful, now);
      },
    },
    breaks: ['one contact stands in for those that cannot be reached'],
  },
  {
    mistake: 'contacts are told that a pause ended an incident',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const ended = subject.ended && { ...subject.ended, because: 'RECOVERED' as const };
        return real.subjectPlan({ ...subject, ended }, recipients, now);
      },
    },
    breaks: ['nobody is told that a pause ended an incident'],
  },
  {
    mistake: 'a cancelled window is still believed',
    deciders: {
      applyNotice: (notice, stored) => (notice.isCancelled ? { kind: 'ignore' } : real.applyNotice(notice, stored)),
    },
    breaks: ['contacts are told, except in maintenance and of paused monitors'],
  },
  {
    mistake: 'a failed alert is sent again at once',
    deciders: { nextAttempt: () => ({ kind: 'again', at: new Date(0) }) },
    breaks: ['everything comes to rest'],
  },
  {
    mistake: 'a redirect counts as delivered',
    deciders: {
      deliveryOutcome: (attempt) => (attempt.status === 302 ? { kind: 'succeed' } : real.deliveryOutcome(attempt)),
    },
    breaks: ['every event is delivered, or given up by the rule'],
  },
  {
    mistake: 'a delivery is given up after its first failure',
    deciders: {
      deliveryOutcome: (attempt) => {
        const outcome = real.deliveryOutcome(attempt);
        return outcome.kind === 'retry' ? { kind: 'fail' } : outcome;
      },
    },
    breaks: ['every event is delivered, or given up by the rule'],
  },
  {
    mistake: 'a delivery is attempted again at once',
    deciders: {
      deliveryOutcome: (attempt) => {
        const outcome = real.deliveryOutcome(attempt);
        return outcome.kind === 'retry' ? { kind: 'retry', at: attempt.endedAt } : outcome;
      },
    },
    breaks: ['a delivery is attempted on its schedule and not after a success'],
  },
  {
    mistake: 'a success leaves the delivery pending',
    deciders: {
      deliveryChange: (state, outcome, endedAt) => {
        const change = real.deliveryChange(state, outcome, endedAt);
        return outcome.kind === 'succeed' ? { ...change, state: 'PENDING', nextAttemptAt: endedAt } : change;
      },
    },
    breaks: ['a delivery is attempted on its schedule and not after a success', 'everything comes to rest'],
  },
  {
    mistake: 'time in which our listener was down counts against the job',
    deciders: { deadlineOf: (heartbeat) => real.deadlineOf(heartbeat, []) },
    breaks: ['a cron job that reports in time is not missed'],
  },
  {
    mistake: 'a silent job is never late',
    deciders: { isLate: () => false },
    breaks: ['the state settles to the truth'],
  },
  {
    mistake: 'a resumed monitor is not checked',
    deciders: {
      resume: (current, now) => {
        const decision = real.resume(current, now);
        return decision.kind === 'changed'
          ? { ...decision, runtime: { ...decision.runtime, nextCheck: { kind: 'none' } } }
          : decision;
      },
    },
    breaks: ['the state settles to the truth'],
  },
  {
    mistake: 'no worker confirms, and no contradiction counts',
    deciders: { isMostlyContradicted: () => false, admit: () => 'FULL' },
    breaks: ['a worker without network never causes DOWN'],
  },
  {
    mistake: 'a worker believes that it is alone as soon as it has heard nobody',
    deciders: {
      nextInSearch: (search) => (search.trusted === 0 ? 'ALONE' : real.nextInSearch(search)),
      knowsOthers: () => true,
    },
    breaks: ['a worker without network never causes DOWN'],
  },
  {
    mistake: 'no other worker is ever asked',
    deciders: { choosePeer: () => undefined },
    breaks: ['a worker without network never causes DOWN'],
  },
];

describe.each(planted)('$mistake', ({ deciders, breaks }) => {
  it('is found and shown in a short history', () => {
    const { failure } = playMany(1, MOST_HISTORIES, { ...real, ...deciders });
    expect(breaks).toContain(failure?.promise);
    expect(failure?.script.lines.length).toBeLessThanOrEqual(MOST_LINES);
  });
});
