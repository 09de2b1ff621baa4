import { describe, expect, it } from '@jest/globals';
import { de } from '../words-de/contacts.ts';
import { contactWords } from '../words/contacts.ts';
import { words } from '../words/words.ts';
import { settingsWords, type Settings } from './settings-words.ts';

const plain: Settings = {
  type: 'EMAIL',
  notifyOn: [],
  monitorTypes: null,
  remindEveryMinutes: null,
  delayMinutes: 0,
  quietHours: null,
  expiryDays: [3, 14],
};
const AT_ONCE = 'Told at once';
const NEVER = 'Never reminded';
const ACKNOWLEDGED = 'Told when somebody acknowledges';

describe('the settings of a contact in words', () => {
  it.each<{ name: string; given: Partial<Settings>; is: string[] }>([
    { name: 'when it is notified, and that there are no reminders', given: {}, is: [AT_ONCE, NEVER] },
    {
      name: 'a delay of one minute',
      given: { delayMinutes: 1 },
      is: ['Told after 1 minute, unless somebody acknowledges before', NEVER],
    },
    {
      name: 'a delay',
      given: { delayMinutes: 10 },
      is: ['Told after 10 minutes, unless somebody acknowledges before', NEVER],
    },
    {
      name: 'reminders',
      given: { remindEveryMinutes: 60 },
      is: [AT_ONCE, 'Reminded every 60 minutes until somebody acknowledges'],
    },
    {
      name: 'expiries',
      given: { notifyOn: ['EXPIRY'] },
      is: [AT_ONCE, NEVER, 'Told 14 and 3 days before a certificate or a domain expires'],
    },
    {
      name: 'expiries up to the last day',
      given: { notifyOn: ['EXPIRY'], expiryDays: [1, 14] },
      is: [AT_ONCE, NEVER, 'Told 14 and 1 day before a certificate or a domain expires'],
    },
    {
      name: 'slow monitors',
      given: { notifyOn: ['DEGRADED'] },
      is: [AT_ONCE, NEVER, 'Told when a monitor has been degraded for 5 minutes'],
    },
    { name: 'acknowledgements', given: { notifyOn: ['ACKNOWLEDGED'] }, is: [AT_ONCE, NEVER, ACKNOWLEDGED] },
    { name: 'acknowledgements of PagerDuty always', given: { type: 'PAGERDUTY' }, is: [AT_ONCE, NEVER, ACKNOWLEDGED] },
    {
      name: 'types of monitors',
      given: { monitorTypes: ['HTTP', 'CRON'] },
      is: [AT_ONCE, NEVER, 'Only of monitors of these types: HTTP and Cron job'],
    },
    {
      name: 'quiet hours',
      given: { quietHours: { from: '22:00', to: '07:00', timezone: 'America/New_York' } },
      is: [AT_ONCE, NEVER, 'Quiet from 22:00 to 07:00, America/New York'],
    },
  ])('say $name', ({ given, is }) => {
    expect(settingsWords({ ...plain, ...given }, contactWords(), words().types, 'en-GB')).toEqual(is);
  });

  it('are in German for German readers', () => {
    const given: Settings = { ...plain, remindEveryMinutes: 30, notifyOn: ['EXPIRY'], expiryDays: [1] };
    expect(settingsWords(given, de, words().types, 'de')).toEqual([
      'Erfährt es sofort',
      'Wird alle 30 Minuten erinnert, bis es jemand zur Kenntnis nimmt',
      'Erfährt es 1 Tag, bevor ein Zertifikat oder eine Domain abläuft',
    ]);
  });
});
