import { describe, expect, it } from '@jest/globals';
import { alertEmail } from './alert-email.ts';
import { testMessage } from './test-message.ts';

describe('a test message', () => {
  const message = testMessage('https://c.example', { organizationId: 'org_1', contactId: 'ac_1', contact: 'On call' });

  it('says at once that nothing is down, and whom it tests', () => {
    expect(message).toMatchObject({
      label: 'TEST',
      headline: 'This is a test: nothing is down',
      facts: [{ label: 'Contact', value: 'On call' }, { label: 'Meaning' }],
      links: [{ url: 'https://c.example/console/o/org_1/contacts/ac_1' }],
    });
  });

  it('is labelled in the subject of a mail', () => {
    expect(alertEmail(message).subject).toBe('TEST: This is a test: nothing is down');
  });
});
