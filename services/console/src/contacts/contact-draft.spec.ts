import { describe, expect, it } from '@jest/globals';
import { CONTACT_TYPES } from '@vedette/contract/contact-type';
import type { AlertContact } from '@vedette/sdk';
import { hasSecret, NEW_CONTACT, newContactBody, notifiedOn, settingsBody, settingsDraft } from './contact-draft.ts';

const settings = {
  name: 'On call',
  notifyOn: ['EXPIRY', 'ACKNOWLEDGED'],
  monitorTypes: ['HTTP', 'DNS'],
  remindEveryMinutes: 30,
  delayMinutes: 5,
  quietHours: { from: '22:30', to: '06:00', timezone: 'Europe/Berlin' },
  expiryDays: [30, 7],
} satisfies Partial<AlertContact>;
const contact: AlertContact = {
  id: 'ac_1',
  type: 'SLACK',
  to: 'https://hooks.slack.com/•••',
  state: 'ACTIVE',
  lastOutcome: null,
  ...settings,
  createdAt: '2026-05-03T00:30:00.000Z',
};

describe('the request for a new contact', () => {
  it('can have a secret for three types', () => {
    expect(CONTACT_TYPES.filter(hasSecret)).toEqual(['WEBHOOK', 'TELEGRAM', 'NTFY']);
  });

  it.each([
    { name: 'the secret of a type that has one', fields: { type: 'TELEGRAM', secret: ' 1:a ' }, is: { secret: '1:a' } },
    { name: 'no secret that was typed for another type', fields: { secret: '1:a' }, is: { secret: null } },
    { name: 'null for an empty secret', fields: { type: 'WEBHOOK', secret: ' ' }, is: { secret: null } },
    { name: 'an address without spaces', fields: { to: ' a@b.example ' }, is: { to: 'a@b.example' } },
    { name: 'null for an empty name', fields: { name: ' ' }, is: { name: null } },
    { name: 'null for all monitors', fields: { monitorIds: ['mon_1'] }, is: { monitorIds: null } },
    {
      name: 'the chosen monitors',
      fields: { isEveryMonitor: false, monitorIds: ['mon_1'] },
      is: { monitorIds: ['mon_1'] },
    },
  ] as const)('has $name', ({ fields, is }) => {
    expect(newContactBody({ ...NEW_CONTACT, ...fields })).toMatchObject(is);
  });
});

describe('the request for the settings of a contact', () => {
  it('has the present settings if nothing was changed', () => {
    expect(settingsBody(settingsDraft(contact, 'UTC'))).toEqual(settings);
    const plain = { name: null, notifyOn: [], monitorTypes: null, remindEveryMinutes: null, quietHours: null };
    const { expiryDays: _, ...others } = settings;
    expect(settingsBody(settingsDraft({ ...contact, ...plain }, 'UTC'))).toEqual({ ...others, ...plain });
  });

  it('has no days, right or wrong, while expiries are switched off', () => {
    const draft = { ...settingsDraft(contact, 'UTC'), notifyOn: [], expiryDays: 'x' };
    expect(settingsBody(draft)).not.toHaveProperty('expiryDays');
  });

  it('offers a night in the zone of the reader', () => {
    const { quietHours } = settingsDraft({ ...contact, quietHours: null }, 'Asia/Tokyo');
    expect(quietHours).toEqual({ from: '22:00', to: '07:00', timezone: 'Asia/Tokyo' });
  });

  it.each([
    { name: 'null for all types', fields: { isEveryType: true }, is: { monitorTypes: null } },
    { name: 'no quiet hours that are switched off', fields: { isQuiet: false }, is: { quietHours: null } },
    { name: 'null for no reminders', fields: { remindEveryMinutes: ' ' }, is: { remindEveryMinutes: null } },
    { name: 'a number of minutes', fields: { delayMinutes: ' 10 ' }, is: { delayMinutes: 10 } },
    { name: 'what is no number as it is', fields: { remindEveryMinutes: 'x' }, is: { remindEveryMinutes: 'x' } },
    { name: 'an empty delay as it is', fields: { delayMinutes: '' }, is: { delayMinutes: '' } },
    { name: 'numbers of days', fields: { expiryDays: ' 14,3 ' }, is: { expiryDays: [14, 3] } },
    { name: 'what is no number of days as it is', fields: { expiryDays: '14, x' }, is: { expiryDays: [14, 'x'] } },
    { name: 'no days as they are', fields: { expiryDays: '' }, is: { expiryDays: [''] } },
  ])('has $name', ({ fields, is }) => {
    expect(settingsBody({ ...settingsDraft(contact, 'UTC'), ...fields })).toMatchObject(is);
  });
});

describe('switching an event of a contact on or off', () => {
  it.each([
    {
      name: 'adds an occasion in its place',
      known: ['ACKNOWLEDGED'],
      occasion: 'EXPIRY',
      isOn: true,
      is: 'EXPIRY,ACKNOWLEDGED',
    },
    { name: 'adds none twice', known: ['EXPIRY'], occasion: 'EXPIRY', isOn: true, is: 'EXPIRY' },
    { name: 'takes one away', known: ['EXPIRY', 'DEGRADED'], occasion: 'EXPIRY', isOn: false, is: 'DEGRADED' },
  ] as const)('$name', ({ known, occasion, isOn, is }) => {
    expect(notifiedOn([...known], occasion, isOn).join()).toBe(is);
  });
});
