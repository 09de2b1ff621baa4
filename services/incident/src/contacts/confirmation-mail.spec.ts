import { describe, expect, it } from '@jest/globals';
import { confirmationMail } from './confirmation-mail.ts';

const url = 'https://vedette.example/console/confirm#t';

describe('the mail that asks for a confirmation', () => {
  it.each([
    { askedBy: 'Ada', begins: 'Ada wants alerts to be mailed to this address' },
    { askedBy: 'Ada\nBcc: x', begins: 'Ada Bcc: x wants alerts to be mailed to this address' },
    { askedBy: null, begins: 'Somebody wants alerts to be mailed to this address' },
  ])('for $askedBy', ({ askedBy, begins }) => {
    const { subject, text } = confirmationMail(url, askedBy);
    expect(subject).toBe('Confirm that Vedette may mail you alerts');
    expect(text.startsWith(begins)).toBe(true);
    expect(text.split('\n\n')[1]).toBe(url);
    expect(text).toContain('7 days');
  });
});
