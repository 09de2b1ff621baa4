import { describe, expect, it } from '@jest/globals';
import type { ContactSettings, Subject } from '@vedette/incident/contact-news';
import type { Recipient } from '@vedette/incident/subject-plan';
import fc from 'fast-check';
import { suiteConfig } from '../support/suite-config.ts';
import { alertHistory } from './alert-history.ts';
import { historyInWords } from './alert-history-words.ts';
import { brokenPromises } from './alert-promises.ts';
import { AlertTables, realAlertDeciders as real, type AlertDeciders } from './alert-tables.ts';

// What contacts are told: outages, slow periods, an expiry, acknowledgements, settings, confirmations, quiet hours,
// maintenance, many outages at once, receivers that refuse, and crashes, through the rules of services/incident/src/plans. `alert-promises.ts` says what must hold.

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

describe('each contact hears of everything that its settings name, once, with its end', () => {
  it('in every history', () => {
    expect(failureOf(real, HISTORIES)).toBeUndefined();
  });
});

interface Planted {
  readonly mistake: string;
  readonly deciders: Partial<AlertDeciders>;
  readonly breaks: RegExp;
}

/** What the subject plan is when it is given something else. */
function planOf(
  change: (subject: Subject, recipients: readonly Recipient[]) => [Subject, readonly Recipient[]],
): Pick<AlertDeciders, 'subjectPlan'> {
  return { subjectPlan: (subject, recipients, now) => real.subjectPlan(...change(subject, recipients), now) };
}

function withSettings<R extends { settings: ContactSettings }>(
  recipients: readonly R[],
  change: (settings: ContactSettings) => Partial<ContactSettings>,
): R[] {
  return recipients.map((each) => ({ ...each, settings: { ...each.settings, ...change(each.settings) } }));
}

const planted: readonly Planted[] = [
  {
    mistake: 'reminders count from the opening',
    deciders: planOf((subject, recipients) => [
      subject,
      recipients.map(({ heard, ...each }) => ({ ...each, heard: { ...heard, lastAt: heard.openedAt } })),
    ]),
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
    deciders: planOf((subject, recipients) => [subject, withSettings(recipients, () => ({ quietHours: null }))]),
    breaks: /quiet hours|is told at/,
  },
  {
    mistake: 'an acknowledgement does not stop reminders',
    deciders: planOf((subject, recipients) => [{ ...subject, acknowledgedAt: null }, recipients]),
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
    mistake: 'alerts are never gathered',
    deciders: { stormVerdict: ({ toldAt }) => ({ kind: 'at-once', toldAt }) },
    breaks: /more than five alone/,
  },
  {
    mistake: 'alerts are gathered for an hour',
    deciders: {
      stormVerdict: (storm, dueAt, now) => {
        const verdict = real.stormVerdict(storm, dueAt, now);
        if (verdict.kind !== 'gather' || !verdict.isFirst) return verdict;
        return { ...verdict, until: new Date(verdict.until.getTime() + 3_600_000) };
      },
    },
    breaks: /s late/,
  },
  {
    mistake: 'what was gathered is told again at once, one by one',
    deciders: {
      stormVerdict: (storm, dueAt, now) => {
        const verdict = real.stormVerdict(storm, dueAt, now);
        return verdict.kind === 'together' ? { kind: 'at-once', toldAt: [] } : verdict;
      },
    },
    breaks: /more than five alone/,
  },
  {
    mistake: 'a storm has no pause between its messages',
    deciders: {
      stormVerdict: (storm, dueAt, now) => {
        const verdict = real.stormVerdict(storm, dueAt, now);
        return verdict.kind === 'together' ? { ...verdict, gatherUntil: now } : verdict;
      },
    },
    breaks: /within a minute/,
  },
  {
    mistake: 'nobody stands in for another',
    deciders: planOf((subject, recipients) => [
      subject,
      recipients.map((each) => ({ ...each, reach: { ...each.reach, unreached: null } })),
    ]),
    breaks: /nobody stands in/,
  },
  {
    mistake: 'a contact is told before it has confirmed',
    deciders: planOf((subject, recipients) => [subject, withSettings(recipients, () => ({ isConfirmed: true }))]),
    breaks: /before it has confirmed/,
  },
  {
    mistake: 'a slow period is told at once',
    deciders: planOf(({ startedAt, ...subject }, recipients) => {
      const isSlow = subject.kind === 'DEGRADED';
      return [{ ...subject, startedAt: isSlow ? new Date(startedAt.getTime() - 300_000) : startedAt }, recipients];
    }),
    breaks: /slow period \d: is told at/,
  },
  {
    mistake: 'a slow period is told to those who do not want to hear of it',
    deciders: planOf((subject, recipients) => [
      subject,
      withSettings(recipients, ({ notifyOn }) => ({ notifyOn: { ...notifyOn, degraded: true } })),
    ]),
    breaks: /slow period \d: is told at/,
  },
  {
    mistake: 'contacts are reminded of a slow period',
    deciders: planOf((subject, recipients) => {
      const isTold = recipients.some(({ heard }) => heard.openedAt !== null);
      return [isTold && subject.kind === 'DEGRADED' ? { ...subject, kind: 'INCIDENT' } : subject, recipients];
    }),
    breaks: /slow period \d: is (reminded|told)/,
  },
  {
    mistake: 'only the first day before an expiry is told',
    deciders: {
      expiryPlan: (expiry, recipients, now) => ({ ...real.expiryPlan(expiry, recipients, now), decideAt: null }),
    },
    breaks: /is not told of day/,
  },
  {
    mistake: 'a day before an expiry is told that nobody named',
    deciders: {
      expiryPlan: (expiry, recipients, now) =>
        real.expiryPlan(
          expiry,
          withSettings(recipients, ({ expiryDays }) => ({ expiryDays: [...expiryDays, 2] })),
          now,
        ),
    },
    breaks: /which it does not want/,
  },
  {
    mistake: 'what was renewed is told',
    deciders: {
      expiryPlan: (expiry, recipients, now) => real.expiryPlan({ ...expiry, isOver: false }, recipients, now),
    },
    breaks: /while nothing is known to expire/,
  },
  {
    mistake: 'an expiry is told in quiet hours',
    deciders: {
      expiryPlan: (expiry, recipients, now) =>
        real.expiryPlan(
          expiry,
          withSettings(recipients, () => ({ quietHours: null })),
          now,
        ),
    },
    breaks: /is told of day .*in quiet hours/,
  },
];

describe.each(planted)('$mistake', ({ deciders, breaks }) => {
  it('is found', () => {
    expect(failureOf({ ...real, ...deciders }, HISTORIES)).toMatch(breaks);
  });
});
