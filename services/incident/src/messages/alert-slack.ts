// Shows an alert to Slack and to receivers that accept the same form (Mattermost, Rocket.Chat, Discord's /slack).

import type { AlertKind } from '@vedette/contract';
import type { AlertMessage } from './alert-message.ts';

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

const COLOURS: Readonly<Record<AlertKind, string>> = {
  OPENED: '#b3261e',
  REMINDED: '#b3261e',
  ACKNOWLEDGED: '#1d57c4',
  RESOLVED: '#1b6e3c',
};
const SHORT_VALUE = 30;

export function slackMessage({ kind, headline, facts, evidence, links }: AlertMessage): SlackMessage {
  const told = facts.map(({ label, value }) => ({
    title: escaped(label),
    value: escaped(value),
    short: value.length <= SHORT_VALUE,
  }));
  const attempts =
    evidence.length === 0
      ? []
      : [{ title: 'Failed attempts', value: evidence.map((line) => escaped(line)).join('\n'), short: false }];
  const places = links.map(({ label, url }) => ({
    title: escaped(label),
    value: `<${escaped(url)}>`,
    short: false,
  }));
  const why = facts.find(({ label }) => label === 'Why')?.value ?? '';
  return {
    text: `*${escaped(headline)}*`,
    attachments: [
      { color: COLOURS[kind], fallback: escaped(`${headline}: ${why}`), fields: [...told, ...attempts, ...places] },
    ],
  };
}

/** The three characters that could begin a link, a mention or an entity. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
