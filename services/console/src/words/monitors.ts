import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

const count = (number: number, one: string, other: string): string => plural('en', number, { one, other });

export const monitorWords = catalogue(async () => (await import('../words-de/monitors.ts')).de, {
  monitors: {
    title: 'Monitors',
    new: 'New monitor',
    count: (number: number) => count(number, '# monitor', '# monitors'),
    uptimesOf: (time: string) => `· uptimes as of ${time}`,
    search: 'Name or address',
    state: 'State',
    anyState: 'Every state',
    type: 'Type',
    anyType: 'Every type',
    sort: 'Order',
    sorts: {
      state: 'Worst first',
      name: 'By name',
      uptime: 'Lowest uptime first',
      latency: 'Slowest first',
      lastStatusChangedAt: 'Latest change first',
    },
    monitor: 'Monitor',
    response: 'Response',
    checked: 'Checked',
    uptime30d: 'Uptime 30 d',
    last24h: 'Last 24 h',
    sparkLabel: (median: string) => `Response times of the last 24 hours, ${median} in the middle`,
    select: 'Select',
    selectOne: (name: string) => `Select ${name}`,
    bulk: 'With the selected monitors',
    selected: (number: number) => count(number, '# selected', '# selected'),
    selectAll: (number: number) => count(number, 'Select #', 'Select all #'),
    selectNone: 'Select none',
    tooMany: (most: number) => `At most ${most} at once`,
    deleteManyTitle: (number: number) => count(number, 'Delete # monitor?', 'Delete # monitors?'),
    deleteManyText:
      'They are removed for good, with their history and their incidents, and from every status page and maintenance window.',
    waits: 'Waits to be pinged',
    noneMatch: 'No monitor matches. Change the search or the filters.',
    checkNow: 'Check now',
    pause: 'Pause',
    resume: 'Resume',
    edit: 'Edit',
    editTitle: 'Edit monitor',
    duplicate: 'Duplicate',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText:
      'The monitor is removed for good, with its history and its incidents, and from every status page and maintenance window.',
    lastCheck: 'Last check',
    checkedEvery: (span: string) => `every ${span}`,
    expectedEvery: (span: string) => `expected every ${span}`,
    certificate: 'Certificate expires in',
    whatIsChecked: 'What is checked',
    mustContain: 'Must contain',
    mustNotContain: 'Must not contain',
    degraded: 'Degraded',
    degradedRule: (mode: 'LAST' | 'P95', samples: number, threshold: string) =>
      mode === 'LAST'
        ? count(
            samples,
            `when the last check took more than ${threshold}`,
            `when each of the last # checks took more than ${threshold}`,
          )
        : `when the 95th percentile of the last ${samples} checks is above ${threshold}`,
    timeout: 'Timeout',
    grace: 'Grace',
    created: 'Created',
    heartbeat: 'Call this address at the end of each run:',
    heartbeatMasked: 'The job calls an address that your role does not see.',
  },
});

export type MonitorWords = ReturnType<typeof monitorWords>;
