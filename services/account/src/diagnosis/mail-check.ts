import type { SmtpVariables } from '@vedette/mail';
import { fine, notice, wrong, type Finding } from './finding.ts';

const ABOUT = 'SMTP';
const LIMIT_MS = 15_000;

/** Signs in to the mail server, and sends a mail if `to` is given. */
export async function mailFinding({ smtpUrl, smtpFrom }: SmtpVariables, to: string | undefined): Promise<Finding> {
  if (smtpUrl === null) {
    const advice = 'Set SMTP_URL and SMTP_FROM if people should get sign-in links and alerts by mail.';
    return notice(ABOUT, 'no mail server is set: vedette person link makes sign-in links', advice);
  }
  if (smtpFrom === null) return wrong(ABOUT, 'SMTP_URL is set and SMTP_FROM is not', 'Set SMTP_FROM to the sender.');
  const { MailTransport } = await import('@vedette/mail');
  const transport = new MailTransport({ url: smtpUrl, from: smtpFrom });
  try {
    const outcome = to === undefined ? await transport.check(LIMIT_MS) : await transport.send(testMail(to), LIMIT_MS);
    if (outcome.ok)
      return fine(ABOUT, to === undefined ? 'the mail server accepts us' : `a mail to ${to} was accepted`);
    const { reason, detail } = outcome;
    const advice = 'Compare SMTP_URL and SMTP_FROM with what the mail server expects: host, port, user, TLS, sender.';
    return wrong(ABOUT, `${reason} (${detail})`, advice);
  } finally {
    transport.close();
  }
}

function testMail(address: string) {
  return {
    to: { name: '', address },
    subject: 'A test of Vedette',
    text: 'The operator of Vedette has tried whether mail arrives. It does.\n',
    id: `doctor.${Date.now()}`,
  };
}
