// Decides how a workflow of Microsoft Teams is told: an adaptive card of at most 28 KB.

import type { AlertMessage } from '../messages/alert-message.ts';
import { shortened } from '../messages/alert-text.ts';
import type { Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';
import { plainMarkdown } from './markdown.ts';

const LONGEST_VALUE = 1_000;
const LONGEST_ATTEMPTS = 3_000;

const COLOURS = { good: 'Good', slow: 'Warning', bad: 'Attention', work: 'Accent', none: 'Default' } as const;

export const teams: Vendor = {
  write: ({ contact, message }) => ({
    url: contact.address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: adaptiveCard(message) },
      ],
    }),
  }),
  judge: httpVerdict,
};

function adaptiveCard({ label, tone, headline, facts, evidence, links }: AlertMessage) {
  const title = shortened(`${label}: ${plainMarkdown(headline)}`, LONGEST_VALUE);
  const attempts = shortened(evidence.map((line) => `- ${plainMarkdown(line)}`).join('\n'), LONGEST_ATTEMPTS);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      textBlock(title, { size: 'Large', weight: 'Bolder', color: COLOURS[tone] }),
      {
        type: 'FactSet',
        facts: facts.map(({ label: name, value }) => ({
          title: name,
          value: shortened(plainMarkdown(value), LONGEST_VALUE),
        })),
      },
      ...(evidence.length === 0 ? [] : [textBlock(attempts, { isSubtle: true, size: 'Small' })]),
    ],
    actions: links.map((link) => ({ type: 'Action.OpenUrl', title: link.label, url: link.url })),
  };
}

function textBlock(text: string, more: object) {
  return { type: 'TextBlock', text, wrap: true, ...more };
}
