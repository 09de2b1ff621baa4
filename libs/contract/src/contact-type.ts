/** The kinds of alert contacts. This file imports no schemas, so that the command line loads fast. */
export const CONTACT_TYPES = ['EMAIL', 'WEBHOOK'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];
