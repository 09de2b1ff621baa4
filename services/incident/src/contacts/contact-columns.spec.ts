import { describe, expect, it } from '@jest/globals';
import { columnsOf, type ContactUpdate } from './contact-columns.ts';

describe('the columns that an update of a contact writes', () => {
  const quietHours = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
  it.each<{ name: string; update: ContactUpdate; columns: Record<string, unknown> }>([
    { name: 'none', update: {}, columns: {} },
    {
      name: 'fields under the names of their columns',
      update: { name: 'Ops', delayMinutes: 5, expiryDays: [14, 3], notifyOn: ['EXPIRY'], monitorTypes: ['HTTP'] },
      columns: {
        name: 'Ops',
        notify_on: ['EXPIRY'],
        monitor_types: ['HTTP'],
        delay_minutes: 5,
        expiry_days: [14, 3],
      },
    },
    {
      name: 'a name, reminders and quiet hours that are removed',
      update: { name: null, remindEveryMinutes: null, quietHours: null },
      columns: { name: null, remind_every_minutes: null, quiet_hours: null },
    },
    { name: 'an empty list for monitors of all types', update: { monitorTypes: null }, columns: { monitor_types: [] } },
    { name: 'quiet hours as JSON', update: { quietHours }, columns: { quiet_hours: JSON.stringify(quietHours) } },
  ])('$name', ({ update, columns }) => {
    expect(Object.fromEntries(columnsOf(update))).toEqual(columns);
  });
});
