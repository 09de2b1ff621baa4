// Decides how a workflow of Microsoft Teams is told: an adaptive card of at most 28 KB.
// Limits: https://learn.microsoft.com/connectors/teams (known issues: about 28 KB a message).

import type { AlertItem, AlertMessage } from '../messages/alert-message.ts';
import { fitting, jsonBytes, shortened } from '../messages/alert-text.ts';
import type { Alert, AlertRequest, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';
import { markdownLink, plainMarkdown } from './markdown.ts';

const LONGEST_VALUE = 1_000;
const MOST_LIST_BYTES = 14_000;

const COLOURS = { good: 'Good', slow: 'Warning', bad: 'Attention', work: 'Accent', none: 'Default' } as const;

export const teams: Vendor = {
  write: request,
  judge: httpVerdict,
  digests: { write: request },
};

function request({ contact, message }: Pick<Alert, 'contact' | 'message'>): AlertRequest {
  const content = adaptiveCard(message);
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return {
    url: contact.address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'message', attachments: [attachment] }),
  };
}

function adaptiveCard({ label, tone, headline, facts, list, links }: AlertMessage) {
  const title = shortened(`${label}: ${plainMarkdown(headline)}`, LONGEST_VALUE);
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
      ...(list === null
        ? []
        : [textBlock(fitting(list, listLine, MOST_LIST_BYTES, jsonBytes), { isSubtle: true, size: 'Small' })]),
    ],
    actions: links.map((link) => ({ type: 'Action.OpenUrl', title: link.label, url: link.url })),
  };
}

function listLine({ text, links }: AlertItem): string {
  return [`- ${plainMarkdown(text)}`, ...links.map(markdownLink)].join(' ');
}

function textBlock(text: string, more: object) {
  return { type: 'TextBlock', text, wrap: true, ...more };
}
