// Decides what the mails say that tell people what happened in their name or to them.
import type { Access, Role } from '@vedette/contract';
import type { MailText } from './mail-text.ts';

export type Notice =
  | {
      readonly kind: 'NEW_KEY';
      readonly organization: string;
      readonly key: string;
      readonly access: Access;
      readonly from: string | null;
    }
  | { readonly kind: 'NEW_ROLE'; readonly organization: string; readonly role: Role; readonly by: string }
  | { readonly kind: 'NEW_ADDRESS'; readonly from: string };

const ACCESS: Readonly<Record<Access, string>> = { FULL: 'full access', READ_ONLY: 'read-only access' };

export function noticeMail(notice: Notice, consoleUrl: string): MailText {
  switch (notice.kind) {
    case 'NEW_KEY': {
      const { organization, key, access, from } = notice;
      const where = from === null ? '' : ` from the address ${from}`;
      return {
        subject: `A new API key in ${organization} on Vedette`,
        text: paragraphs(
          `You have created the API key "${key}" with ${ACCESS[access]} in ${organization}${where}.`,
          `If it was not you, delete the key and end all your sessions: ${consoleUrl}`,
        ),
      };
    }
    case 'NEW_ROLE': {
      const { organization, role, by } = notice;
      return {
        subject: `Your role in ${organization} on Vedette is ${role} now`,
        text: paragraphs(`${by} has changed your role in ${organization} to ${role}.`, consoleUrl),
      };
    }
    case 'NEW_ADDRESS':
      return {
        subject: 'A sign-in to Vedette from a new address',
        text: paragraphs(
          `Somebody has signed in with a link of yours from ${notice.from}, an address that you have not used before.`,
          `If it was not you, end all your sessions: ${consoleUrl}`,
        ),
      };
  }
}

function paragraphs(...texts: string[]): string {
  return texts.join('\n\n');
}
