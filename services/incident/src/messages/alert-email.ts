// Shows an alert as a mail.

import { mailBody, type MailBlock, type MailBody } from '@vedette/mail/mail-layout';
import type { AlertMessage } from './alert-message.ts';

export function alertEmail({ label, tone, headline, facts, evidence, links }: AlertMessage): MailBody {
  const attempts: MailBlock[] =
    evidence.length === 0 ? [] : [{ kind: 'list', title: 'Failed attempts', items: evidence }];
  return mailBody({
    subject: `${label}: ${headline}`,
    headline,
    tone,
    blocks: [{ kind: 'facts', facts }, { kind: 'actions', links }, ...attempts],
  });
}
