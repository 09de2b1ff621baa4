import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

const count = (number: number, one: string, other: string): string => plural('en', number, { one, other });

export const maintenanceWords = catalogue(async () => (await import('../words-de/maintenance.ts')).de, {
  title: 'Maintenance',
  view: 'View',
  list: 'List',
  calendar: 'Calendar',
  new: 'Plan maintenance',
  create: 'Plan it',
  edit: 'Edit',
  editTitle: 'Edit maintenance',
  none: 'Nothing is planned. During maintenance nobody is alerted, and status pages announce it.',
  window: 'Maintenance',
  state: 'State',
  states: { SCHEDULED: 'Scheduled', ACTIVE: 'In progress', COMPLETED: 'Over' },
  next: 'Next time',
  repeats: 'Repeats',
  once: 'Once',
  monitorCount: (number: number) => count(number, '# monitor', '# monitors'),
  windowTitle: 'What is being done',
  description: 'More about it, for the public',
  startsAt: 'Starts',
  endsAt: 'Ends',
  timezone: 'Time zone',
  timezoneHint: 'Times keep their place on the clock there, also when clocks change',
  frequency: 'Repeats',
  frequencies: { NONE: 'Not at all', DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly' },
  interval: { DAILY: 'Every how many days', WEEKLY: 'Every how many weeks', MONTHLY: 'Every how many months' },
  weekdays: 'On these days',
  weekdaysHint: 'None: the day on which it first starts',
  until: 'Until',
  untilHint: 'Empty: for ever',
  monitorsShort: 'Monitors',
  monitors: 'Monitors whose alerts are held',
  pages: 'Status pages that show it',
  nextFive: 'The next times',
  nextNone: 'It does not take place any more.',
  nextWaits: 'They appear once the times are right.',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Alerts are sent again at once. The times in which it really ran stay out of uptime.',
  daily: (interval: number, time: string, zone: string) =>
    count(interval, `Every day at ${time}, ${zone}`, `Every # days at ${time}, ${zone}`),
  weekly: (interval: number, days: string, time: string, zone: string) =>
    count(interval, `Every ${days} at ${time}, ${zone}`, `Every # weeks on ${days} at ${time}, ${zone}`),
  monthly: (interval: number, day: string, time: string, zone: string) =>
    count(
      interval,
      `Every month on day ${day} at ${time}, ${zone}`,
      `Every # months on day ${day} at ${time}, ${zone}`,
    ),
  untilDate: (rule: string, date: string) => `${rule}, until ${date}`,
  previousMonth: 'Month before',
  nextMonth: 'Next month',
  today: 'Today',
  untilTime: (time: string) => `until ${time}`,
  allDay: 'all day',
  emptyMonth: 'Nothing is planned in this month.',
});

export type MaintenanceWords = ReturnType<typeof maintenanceWords>;
