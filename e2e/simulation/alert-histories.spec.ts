import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { suiteConfig } from '../support/suite-config.ts';
import { alertHistory, historyInWords } from './alert-history.ts';
import { brokenPromises } from './alert-promises.ts';
import { AlertTables, realAlertDeciders as real, type AlertDeciders } from './alert-tables.ts';

// What contacts are told: outages, acknowledgements, settings, quiet hours, maintenance, receivers that refuse, and
// crashes, through the rules of services/incident/src/alerts. `alert-promises.ts` says what must hold.

const { seed: SEED } = suiteConfig();
const HISTORIES = 2_000;

/** The shortest history that breaks a promise, with everything that happens in it; undefined if there is none. */
function failureOf(deciders: AlertDeciders, histories: number): string | undefined {
  const promised = fc.property(alertHistory, (history) => {
    const [broken] = brokenPromises(history, new AlertTables(history, deciders).play());
    return broken === undefined;
  });
  const { counterexample } = fc.check(promised, { seed: SEED, numRuns: histories });
  if (counterexample === null) return undefined;
  const [history] = counterexample;
  const played = new AlertTables(history, deciders).play();
  return [...historyInWords(history), '', ...played.story, '', ...brokenPromises(history, played)].join('\n');
}

describe('each contact hears of each outage that its settings name, once, with its end', () => {
  it('in every history', () => {
    expect(failureOf(real, HISTORIES)).toBeUndefined();
  });
});

interface Planted {
  readonly mistake: string;
  readonly deciders: Partial<AlertDeciders>;
  readonly breaks: RegExp;
}

const planted: readonly Planted[] = [
  {
    mistake: 'reminders count from the opening',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const fresh = recipients.map(({ heard, ...each }) => ({
          ...each,
          heard: { ...heard, lastAt: heard.openedAt },
        }));
        return real.subjectPlan(subject, fresh, now);
      },
    },
    breaks: /too early|rest/,
  },
  {
    mistake: 'nobody is told of an end',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const { decisions, decideAt } = real.subjectPlan(subject, recipients, now);
        return { decisions: decisions.filter(({ news }) => news !== 'RESOLVED'), decideAt };
      },
    },
    breaks: /never hears of the end/,
  },
  {
    mistake: 'quiet hours are not kept',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const awake = recipients.map((each) => ({ ...each, settings: { ...each.settings, quietHours: null } }));
        return real.subjectPlan(subject, awake, now);
      },
    },
    breaks: /quiet hours|is told at/,
  },
  {
    mistake: 'an acknowledgement does not stop reminders',
    deciders: {
      subjectPlan: (subject, recipients, now) =>
        real.subjectPlan({ ...subject, acknowledgedAt: null }, recipients, now),
    },
    breaks: /after its end or acknowledgement|is told at|acknowledgement/,
  },
  {
    mistake: 'what is held is not decided again',
    deciders: {
      subjectPlan: (subject, recipients, now) => ({ ...real.subjectPlan(subject, recipients, now), decideAt: null }),
    },
    breaks: /is not told|never hears of the end|reminded|stands in/,
  },
  {
    mistake: 'an alert is given up after its first failure',
    deciders: { nextAttempt: () => ({ kind: 'give-up' }) },
    breaks: /never gets/,
  },
  {
    mistake: 'nobody stands in for another',
    deciders: {
      subjectPlan: (subject, recipients, now) => {
        const reached = recipients.map((each) => ({ ...each, reach: { ...each.reach, unreached: null } }));
        return real.subjectPlan(subject, reached, now);
      },
    },
    breaks: /nobody stands in/,
  },
];

describe.each(planted)('$mistake', ({ deciders, breaks }) => {
  it('is found', () => {
    expect(failureOf({ ...real, ...deciders }, HISTORIES)).toMatch(breaks);
  });
});
