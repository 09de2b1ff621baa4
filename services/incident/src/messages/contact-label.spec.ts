import { describe, expect, it } from '@jest/globals';
import { contactLabel, labelOf } from './contact-label.ts';

const hook = { type: 'WEBHOOK', name: null, address: 'https://hooks.example.com/T0/secret' } as const;
const mail = { type: 'EMAIL', name: null, address: 'ops@example.com' } as const;
const chat = { type: 'TELEGRAM', name: null, address: '-100123' } as const;

describe('a contact in a sentence', () => {
  it.each([
    { name: 'goes by its name, on one line', contact: { ...hook, name: 'On\u202Ecall\n1' }, full: 'Oncall 1' },
    { name: 'goes by its name, even if that looks like an address', contact: { ...mail, name: 'a@b' }, full: 'a@b' },
    { name: 'goes by its mail address', contact: mail, full: 'ops@example.com', masked: '•••@example.com' },
    { name: 'shows the host alone of its webhook', contact: hook, full: 'hooks.example.com' },
    { name: 'shows the host alone of a chat', contact: { ...hook, type: 'SLACK' as const }, full: 'hooks.example.com' },
    { name: 'is the chat of a bot', contact: chat, full: 'the chat -100123', masked: 'the chat •••' },
    {
      name: 'shows nothing of a key',
      contact: { type: 'PAGERDUTY' as const, name: null, address: 'R0UT1NG' },
      full: 'a service',
    },
  ])('$name', ({ contact, full, masked = full }) => {
    expect(contactLabel(contact)).toEqual({ full, masked });
    expect(labelOf(contact)).toBe(full);
  });
});
