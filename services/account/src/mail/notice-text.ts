// Decides what the mails say that tell people what happened in their name or to them.
import type { Access, Role } from '@vedette/contract';
import type { MailBody } from '@vedette/mail/mail-layout';
import { letter } from './mail-text.ts';

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

export function noticeMail(notice: Notice, consoleUrl: string): MailBody {
  const written = (subject: string, happened: string, advice: string): MailBody =>
    letter(subject, [
      { kind: 'text', text: happened },
      { kind: 'text', text: advice },
      { kind: 'link', label: 'Open the console', url: consoleUrl },
    ]);
  switch (notice.kind) {
    case 'NEW_KEY': {
      const { organization, key, access, from } = notice;
      const where = from === null ? '' : ` from the address ${from}`;
      return written(
        `A new API key in ${organization} on Vedette`,
        `You have created the API key "${key}" with ${ACCESS[access]} in ${organization}${where}.`,
        'If it was not you, delete the key and end all your sessions:',
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
