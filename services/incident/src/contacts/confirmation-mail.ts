// Decides what the mail says by which the owner of an address is asked to agree to alerts.
import { mailBody, type MailBody } from '@vedette/mail/mail-layout';
import { oneLine } from '../messages/one-line.ts';

/** `askedBy` is the name of a person; null if an API key added the contact. */
export function confirmationMail(url: string, askedBy: string | null): MailBody {
  const who = askedBy === null ? 'Somebody wants' : `${oneLine(askedBy)} wants`;
  return mailBody({
    subject: 'Confirm that Vedette may mail you alerts',
    headline: null,
    tone: 'none',
    blocks: [
      {
        kind: 'text',
        text: `${who} alerts to be mailed to this address when a monitored service goes down. Open this link within 7 days to agree:`,
      },
      { kind: 'link', label: 'Confirm this address', url },
      {
        kind: 'text',
        text: 'If you do not expect this, ignore this mail: without your word no alert is mailed to you.',
      },
    ],
  });
}
