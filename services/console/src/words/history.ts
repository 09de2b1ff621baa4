import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

const count = (number: number, one: string, other: string): string => plural('en', number, { one, other });

export const historyWords = catalogue(async () => (await import('../words-de/history.ts')).de, {
  responseTime: 'Response time',
  range: 'Time',
  ranges: { '24h': '24 h', '7d': '7 d', '30d': '30 d' },
  view: 'What is drawn',
  views: { percentiles: 'Percentiles', phases: 'Phases', regions: 'Regions' },
  lines: { p50: 'Median', p95: '95th percentile', p99: '99th percentile' },
  phases: { dns: 'DNS', connect: 'Connect', tls: 'TLS', firstByte: 'First byte', rest: 'Rest' },
  failed: 'Failed checks',
  chart: (view: string, range: string) => `Response times, ${view}, ${range}. The table below has the numbers.`,
  newestChecks: (number: number) => count(number, 'The newest check', 'The newest # checks'),
  nothing: 'Nothing was measured in this time.',
  table: 'As a table',
  tableHead: {
    at: 'From',
    count: 'Checks',
    failures: 'Failed',
    p50: 'Median',
    p95: '95 %',
    p99: '99 %',
    max: 'Slowest',
  },
  days: 'Last 90 days',
  daysLabel: 'The last 90 days, one bar a day',
  today: 'Today',
  uptimeOf: (percent: string) => `${percent} uptime`,
  dayHead: { at: 'Day', uptime: 'Uptime', down: 'Down' },
  daysAsOf: (at: string, zone: string) => `As of ${at}. Days begin at midnight, ${zone}; maintenance does not count.`,
  notWatched: 'Not watched',
  outages: 'Outages 30 d',
  longest: (span: string) => `longest ${span}`,
  uptime30d: 'Uptime 30 d',
  asOf: (at: string) => `as of ${at}`,
  p95: '95 % within, 24 h',
  replay: {
    title: 'Would this threshold have paged me?',
    threshold: 'Degraded above',
    never: 'Never degraded',
    same: (span: string, alerts: number) =>
      count(
        alerts,
        `As it is: ${span} degraded in the last 30 days, # message to each contact.`,
        `As it is: ${span} degraded in the last 30 days, # messages to each contact.`,
      ),
    result: (alerts: number, span: string, before: number, spanBefore: string) =>
      count(
        alerts,
        `# message and ${span} degraded in the last 30 days, instead of ${before} and ${spanBefore}.`,
        `# messages and ${span} degraded in the last 30 days, instead of ${before} and ${spanBefore}.`,
      ),
    working: 'Replaying the last 30 days',
    use: 'Use this threshold',
    reset: 'Back to what it is',
  },
  checks: {
    title: 'Checks',
    filter: 'Which checks',
    all: 'All',
    failures: 'Failures',
    verdicts: { UP: 'Up', DOWN: 'Failed', UNOBSERVED: 'Not observed' },
    none: 'There are no checks yet.',
    noFailure: 'No check failed, as far back as checks are kept.',
    evidence: (number: number) => count(number, '# attempt', '# attempts'),
    at: 'At',
    verdict: 'Verdict',
    response: 'Response',
    where: 'Where',
    unknownPlace: 'Unknown',
  },
  noContact: 'Nobody is told when this goes down.',
  chooseContacts: 'Choose contacts',
  pages: 'Shown on',
  noPage: 'No status page shows this monitor.',
  unpublished: 'Not published',
});

export type HistoryWords = ReturnType<typeof historyWords>;
