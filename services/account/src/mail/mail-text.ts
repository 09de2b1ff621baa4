// Decides what the mails to people say: links, invitations, and notices of what happened in their name or to them.
import type { Access, Role } from '@vedette/contract';
import { mailBody, type MailBlock, type MailBody } from '@vedette/mail/mail-layout';

export function signInMail(url: string): MailBody {
  return letter('Your link to sign in to Vedette', [
    { kind: 'text', text: 'Open this link to sign in. It works once, within 15 minutes:' },
    { kind: 'link', label: 'Sign in', url },
    { kind: 'text', text: 'If you did not ask for it, ignore this mail: without the link nobody signs in.' },
  ]);
}

export function invitationMail(url: string, organization: string, invitedBy: string | null): MailBody {
  const who = invitedBy === null ? 'You are invited' : `${invitedBy} invites you`;
  return letter(`An invitation to ${organization} on Vedette`, [
    { kind: 'text', text: `${who} to join ${organization} on Vedette. Open this link within 7 days to accept:` },
    { kind: 'link', label: `Join ${organization}`, url },
    { kind: 'text', text: 'The link is meant for you alone: whoever opens it joins in your name.' },
  ]);
}

export type Notice =
  | {
      readonly kind: 'NEW_KEY' | 'NEW_SECRET';
      readonly organization: string;
      readonly key: string;
      readonly access: Access;
      readonly from: string | null;
    }
  | { readonly kind: 'NEW_ROLE'; readonly organization: string; readonly role: Role; readonly by: string }
  | { readonly kind: 'NEW_ADDRESS'; readonly from: string }
  | {
      readonly kind: 'KEYS_LEFT';
      readonly organization: string;
      /** The name of somebody who belongs to the organization no longer. */
      readonly person: string;
      /** The names of the keys whose secrets they were shown. */
      readonly keys: readonly string[];
    };

/** So many keys are named; the rest are counted. */
const MOST_NAMED = 20;

const ACCESS: Readonly<Record<Access, string>> = { FULL: 'full access', READ_ONLY: 'read-only access' };

export function noticeMail(notice: Notice, consoleUrl: string): MailBody {
  const written = (subject: string, happened: string, advice: string): MailBody =>
    letter(subject, [
      { kind: 'text', text: happened },
      { kind: 'text', text: advice },
      { kind: 'link', label: 'Open the console', url: consoleUrl },
    ]);
  switch (notice.kind) {
    case 'NEW_KEY':
    case 'NEW_SECRET': {
      const { kind, organization, key, access, from } = notice;
      const where = from === null ? '' : ` from the address ${from}`;
      const what = kind === 'NEW_KEY' ? 'created the API key' : 'replaced the secret of the API key';
      return written(
        `A new ${kind === 'NEW_KEY' ? 'API key' : 'secret of an API key'} in ${organization} on Vedette`,
        `You have ${what} "${key}" with ${ACCESS[access]} in ${organization}${where}.`,
        'If it was not you, delete the key and end all your sessions:',
      );
    }
    case 'KEYS_LEFT': {
      const { organization, person, keys } = notice;
      return written(
        `${person} has left ${organization} on Vedette and knows API keys`,
        `${person} is no longer in ${organization}, but was shown the secrets of these API keys: ${namesOf(keys)}.`,
        `Replace or revoke those that ${person} should not use any more:`,
      );
    }
    case 'NEW_ROLE': {
      const { organization, role, by } = notice;
      return written(
        `Your role in ${organization} on Vedette is ${role} now`,
        `${by} has changed your role in ${organization} to ${role}.`,
        'What you can do now is in the console:',
      );
    }
    case 'NEW_ADDRESS':
      return written(
        'A sign-in to Vedette from a new address',
        `Somebody has signed in with a link of yours from ${notice.from}, an address that you have not used before.`,
        'If it was not you, end all your sessions:',
      );
  }
}

function namesOf(keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).map((key) => `"${key}"`);
  const more = keys.length - named.length;
  const list = more === 0 ? named : [...named, `${more} more`];
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(list);
}

/** A mail whose subject says what it is about. */
function letter(subject: string, blocks: readonly MailBlock[]): MailBody {
  return mailBody({ subject, headline: null, tone: 'none', blocks });
}
