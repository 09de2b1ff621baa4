// Shows an alert as a mail.

import { mailBody, type MailBlock, type MailBody } from '@vedette/mail/mail-layout';
import type { AlertItem, AlertList, AlertMessage } from './alert-message.ts';
import { moreWords } from './alert-text.ts';

export function alertEmail({ label, tone, headline, facts, list, links }: AlertMessage): MailBody {
  const listed: MailBlock[] = list === null ? [] : [{ kind: 'list', title: list.title, items: itemsOf(list) }];
  return mailBody({
    subject: `${label}: ${headline}`,
    headline,
    tone,
    blocks: [{ kind: 'facts', facts }, { kind: 'actions', links }, ...listed],
  });
}

function itemsOf({ items, more }: AlertList): readonly AlertItem[] {
  return more === 0 ? items : [...items, { text: moreWords(more), links: [] }];
}
