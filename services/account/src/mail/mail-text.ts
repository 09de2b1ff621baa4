// Decides what the mails to people say.
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

/** A mail whose subject says what it is about. */
export function letter(subject: string, blocks: readonly MailBlock[]): MailBody {
  return mailBody({ subject, headline: null, tone: 'none', blocks });
}
