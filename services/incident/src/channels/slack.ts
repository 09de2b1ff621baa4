// Decides how Slack is told, and receivers that take the same form (Mattermost, Rocket.Chat).
// Limits: https://docs.slack.dev/apis/web-api/rate-limits (one message a second, bursts are tolerated). The lengths that an
// attachment may have are documented nowhere: those below are our own caution.

import { LIGHT } from '@vedette/design';
import type { AlertItem, AlertList, AlertMessage } from '../messages/alert-message.ts';
import { fitting, shortened } from '../messages/alert-text.ts';
import { alertId, type Alert, type AlertRequest, type Vendor } from './alert-channel.ts';
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
/** Slack is said to cut longer texts of fields itself, in the middle of an entity too; that could not be confirmed. */
const LONGEST_VALUE = 2_000;
/** Leaves room for links in the same field. */
const LONGEST_LINE = 1_500;
/** A list is divided among as many fields as it needs. */
const LONGEST_LIST = 14_000;

export const slack: Vendor = {
  write: (alert) => request(alert, alertId(alert)),
  judge: httpVerdict,
  digests: { write: (digest) => request(digest, digest.id) },
};

function request({ contact, message }: Pick<Alert, 'contact' | 'message'>, id: string): AlertRequest {
  return {
    url: contact.address,
    headers: { 'content-type': 'application/json', 'x-vedette-alert-id': id },
    body: JSON.stringify(slackMessage(message)),
  };
}

export function slackMessage({ tone, headline, facts, list, links }: AlertMessage): SlackMessage {
  const told = facts.map(({ label, value }) => ({
    title: escaped(label),
    value: escaped(value),
    short: value.length <= SHORT_VALUE,
  }));
  const places = links.map(({ label, url }) => ({
    title: escaped(label),
    value: `<${linked(url)}>`,
    short: false,
  }));
  const why = facts.find(({ label }) => label === 'Why')?.value;
  return {
    text: `*${escaped(headline)}*`,
    attachments: [
      {
        color: LIGHT[`${tone}-fill`],
        fallback: escaped(why === undefined ? headline : `${headline}: ${why}`),
        fields: [...told, ...(list === null ? [] : listFields(list)), ...places],
      },
    ],
  };
}

function listFields(list: AlertList): SlackAttachment['fields'] {
  const values: string[] = [];
  for (const line of fitting(list, listLine, LONGEST_LIST).split('\n')) {
    const longer = `${values.at(-1) ?? ''}\n${line}`;
    if (values.length > 0 && longer.length <= LONGEST_VALUE) values[values.length - 1] = longer;
    else values.push(line);
  }
  return values.map((value, index) => ({ title: index === 0 ? escaped(list.title) : '', value, short: false }));
}

/** It is cut before it is escaped, so that no entity is cut. A link that the field has no room for is left out. */
function listLine({ text, links }: AlertItem): string {
  const line = escaped(shortened(text, LONGEST_LINE, (kept) => escaped(kept).length));
  return links.reduce((written, { label, url }) => {
    const longer = `${written} <${linked(url)}|${escaped(label)}>`;
    return longer.length <= LONGEST_VALUE ? longer : written;
  }, line);
}

/** A bar would end the address. */
function linked(url: string): string {
  return escaped(url.replaceAll('|', '%7C'));
}

/** The three characters that could begin a link, a mention or an entity. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
