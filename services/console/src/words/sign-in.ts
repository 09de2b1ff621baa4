import { catalogue } from '../language/catalogue.ts';

/** Of the screens that people meet before they are signed in. */
export const signInWords = catalogue(async () => (await import('../words-de/sign-in.ts')).de, {
  lead: 'There are no passwords here. A link signs you in; it works once, within 15 minutes.',
  reading: 'Looking at your link',
  follow: (email: string) => `This link signs you in as ${email}. It works once.`,
  signInAs: (email: string) => `Sign in as ${email}`,
  replaces: (present: string, email: string) =>
    `You are signed in here as ${present}. Signing in as ${email} ends that session. Did you ask for this link?`,
  replace: (present: string, email: string) => `Sign out ${present} and sign in as ${email}`,
  refused: 'This link is unknown, used or expired. Ask for another one.',
  insecure: 'Sign-in needs https, or localhost. Ask whoever operates this installation for the right address.',
  invitation: {
    title: 'You are invited',
    lead: 'Join the organization that sent you this link. You can leave it at any time.',
    accept: 'Join',
    refused:
      'This invitation is used or expired, or it takes somebody who is signed in. Sign in, then open the link again.',
  },
});

export type SignInWords = ReturnType<typeof signInWords>;
