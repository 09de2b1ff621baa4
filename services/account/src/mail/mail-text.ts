// Decides what the mails to people say.

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export function signInMail(url: string): MailText {
  return {
    subject: 'Your link to sign in to Vedette',
    text: [
      'Open this link to sign in. It works once, within 15 minutes:',
      url,
      'If you did not ask for it, ignore this mail: without the link nobody signs in.',
    ].join('\n\n'),
  };
}

export function invitationMail(url: string, organization: string, invitedBy: string | null): MailText {
  const who = invitedBy === null ? 'You are invited' : `${invitedBy} invites you`;
  return {
    subject: `An invitation to ${organization} on Vedette`,
    text: [
      `${who} to join ${organization} on Vedette. Open this link within 7 days to accept:`,
      url,
      'The link is meant for you alone: whoever opens it joins in your name.',
    ].join('\n\n'),
  };
}
