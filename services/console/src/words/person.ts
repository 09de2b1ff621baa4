import { catalogue } from '../language/catalogue.ts';

export const personWords = catalogue(async () => (await import('../words-de/person.ts')).de, {
  title: 'Your settings',
  person: 'You',
  name: 'Name',
  email: 'Mail address',
  emailHint: 'Whoever operates this installation can change it.',
  timezone: 'Time zone',
  browserZone: 'That of the browser',
  locale: 'Language',
  browserLocale: 'That of the browser',
  theme: 'Colours',
  saved: 'Saved',
  sessions: 'Where you are signed in',
  current: 'This browser',
  browser: 'Browser',
  unknownBrowser: 'Not a browser',
  signedIn: 'Signed in',
  used: 'Last used',
  from: 'From',
  actions: 'Actions',
  end: 'Sign out',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllText: 'All your sessions end within two seconds, also this one.',
});

export type PersonWords = ReturnType<typeof personWords>;
