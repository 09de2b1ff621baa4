import { catalogue } from '../language/catalogue.ts';

export const noContactWords = catalogue(async () => (await import('../words-de/no-contact.ts')).de, {
  title: 'Nobody would be told of an outage.',
  reasons: {
    none: 'There is no alert contact. Add a mail address, a chat or a pager.',
    unconfirmed:
      'No contact is confirmed. The owner of each address has to follow the link that we have mailed; a test mails it again.',
    failing: 'The last message to every contact failed. See why, correct the contact or its receiver, and send a test.',
    mixed: 'Contacts are not confirmed, or their last message failed. See which, correct them, and send a test.',
  },
  add: 'Add a contact',
  look: 'See the contacts',
});

export type NoContactWords = ReturnType<typeof noContactWords>;
