// Decides how Slack is told, and receivers that take the same form (Mattermost, Rocket.Chat).

import { LIGHT } from '@vedette/design';
import type { AlertMessage } from '../messages/alert-message.ts';
import { shortened } from '../messages/alert-text.ts';
import type { Vendor } from './alert-channel.ts';
import { alertId } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

/** Uses attachments instead of blocks, because the compatible receivers support only attachments. */
export interface SlackMessage {
  readonly text: string;
  readonly attachments: readonly SlackAttachment[];
}

interface SlackAttachment {
  readonly color: string;
  readonly fallback: string;
  readonly fields: readonly { readonly title: string; readonly value: string; readonly short: boolean }[];
}

const SHORT_VALUE = 30;
/** Slack cuts longer texts of fields itself, in the middle of an entity too. */
const LONGEST_VALUE = 2_000;

export const slack: Vendor = {
  write: (alert) => ({
    url: alert.contact.address,
    headers: { 'content-type': 'application/json', 'x-vedette-alert-id': alertId(alert) },
    body: JSON.stringify(slackMessage(alert.message)),
  }),
  judge: httpVerdict,
};

export function slackMessage({ tone, headline, facts, evidence, links }: AlertMessage): SlackMessage {
  const told = facts.map(({ label, value }) => ({
    title: escaped(label),
    value: escaped(value),
    short: value.length <= SHORT_VALUE,
  }));
  const attempts =
    evidence.length === 0
      ? []
      : [{ title: 'Failed attempts', value: escaped(shortened(evidence.join('\n'), LONGEST_VALUE)), short: false }];
  const places = links.map(({ label, url }) => ({
    title: escaped(label),
    value: `<${escaped(url)}>`,
    short: false,
  }));
  const why = facts.find(({ label }) => label === 'Why')?.value;
  return {
    text: `*${escaped(headline)}*`,
    attachments: [
      {
        color: LIGHT[`${tone}-fill`],
        fallback: escaped(why === undefined ? headline : `${headline}: ${why}`),
        fields: [...told, ...attempts, ...places],
      },
    ],
  };
}

/** The three characters that could begin a link, a mention or an entity. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
