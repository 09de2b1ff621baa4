import { describe, expect, it } from '@jest/globals';
import { newSettings, settingsFaults } from './contact-settings.ts';

const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };

describe('the settings of a new contact', () => {
  it.each([
    { type: 'EMAIL', remindEveryMinutes: 60 },
    { type: 'WEBHOOK', remindEveryMinutes: null },
    { type: 'PAGERDUTY', remindEveryMinutes: null },
    { type: 'SLACK', remindEveryMinutes: 60 },
    { type: 'NTFY', remindEveryMinutes: 60 },
  ] as const)('of the type $type', ({ type, remindEveryMinutes }) => {
    expect(newSettings(type, {})).toEqual({
      notifyOn: ['EXPIRY'],
      monitorTypes: null,
      remindEveryMinutes,
      delayMinutes: 0,
      quietHours: null,
      expiryDays: [14, 3],
    });
  });

  it('are those that were given', () => {
    const given = { remindEveryMinutes: null, delayMinutes: 5, quietHours: night, expiryDays: [30] };
    expect(newSettings('EMAIL', given)).toMatchObject(given);
  });
});

describe('settings', () => {
  it.each([
    { name: 'without quiet hours', given: {}, paths: [] },
    { name: 'that clear quiet hours', given: { quietHours: null }, paths: [] },
    { name: 'with quiet hours', given: { quietHours: night }, paths: [] },
    {
      name: 'with quiet hours that would never end',
      given: { quietHours: { ...night, to: '22:00' } },
      paths: ['quietHours.to'],
    },
    {
      name: 'with a zone that does not exist',
      given: { quietHours: { ...night, timezone: 'Mars/Base' } },
      paths: ['quietHours.timezone'],
    },
  ])('$name', ({ given, paths }) => {
    expect(settingsFaults(given).map(({ path }) => path)).toEqual(paths);
  });
});
