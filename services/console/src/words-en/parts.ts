import { plural } from '../format/plural.ts';

/** Texts of parts that several rooms use. */
export const en = {
  secret: { title: 'Copy the secret now', done: 'I have copied it' },
  picker: {
    chosen: (count: number) => plural('en', count, { one: '# chosen', other: '# chosen' }),
    search: (what: string) => `Search in ${what}`,
    placeholder: 'Type a name',
    none: 'Nothing matches.',
    more: (count: string) => `${count} more: type to find them`,
  },
  notAllowed: 'Your role reads only. Somebody with the role Member can change this.',
  deleted: 'Deleted',
  noContact: {
    title: 'Nobody would be told of an outage.',
    reasons: {
      none: 'There is no alert contact. Add a mail address, a chat or a pager.',
      unconfirmed:
        'No contact is confirmed. The owner of each address has to follow the link that we have mailed; a test mails it again.',
      failing:
        'The last message to every contact failed. See why, correct the contact or its receiver, and send a test.',
      mixed: 'Contacts are not confirmed, or their last message failed. See which, correct them, and send a test.',
    },
    add: 'Add a contact',
    look: 'See the contacts',
  },
};

export type PartsWords = typeof en;
