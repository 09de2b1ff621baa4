// Shows an alert as a mail.

import type { AlertKind } from '@vedette/contract';
import { mailBody, type MailBlock, type MailBody, type MailContent } from '@vedette/mail/mail-layout';
import type { AlertMessage } from './alert-message.ts';

const LABELS: Readonly<Record<AlertKind, string>> = {
  OPENED: 'DOWN',
  REMINDED: 'STILL DOWN',
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  RESOLVED: 'RESOLVED',
};
const TONES: Readonly<Record<AlertKind, MailContent['tone']>> = {
  OPENED: 'bad',
  REMINDED: 'bad',
  ACKNOWLEDGED: 'work',
  RESOLVED: 'good',
};

export function alertEmail({ kind, headline, facts, evidence, links }: AlertMessage): MailBody {
  const attempts: MailBlock[] =
    evidence.length === 0 ? [] : [{ kind: 'list', title: 'Failed attempts', items: evidence }];
  return mailBody({
    subject: `${LABELS[kind]}: ${headline}`,
    headline,
    tone: TONES[kind],
    blocks: [{ kind: 'facts', facts }, { kind: 'actions', links }, ...attempts],
  });
}
