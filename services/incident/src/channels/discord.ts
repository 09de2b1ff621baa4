// Decides how Discord is told: one embed, within the limits of the documentation of its webhooks.
// Limits: https://docs.discord.com/developers/resources/message#embed-object-embed-limits, and /topics/rate-limits, which
// tells apps to obey `Retry-After` instead of a number.

import { LIGHT } from '@vedette/design';
import type { AlertItem, AlertMessage } from '../messages/alert-message.ts';
import { fitting, shortened } from '../messages/alert-text.ts';
import type { AlertReply, AlertRequest, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';
import { markdownLink, plainMarkdown } from './markdown.ts';

const LONGEST_TITLE = 256;
const LONGEST_NAME = 256;
/** Discord takes 1,024; with fewer, all fields have room in one embed. */
const LONGEST_VALUE = 400;
const LONGEST_DESCRIPTION = 4_096;
/** All texts of an embed together. */
const LONGEST_EMBED = 6_000;

export const discord: Vendor = {
  write: ({ contact, message }) => request(contact.address, { username: 'Vedette', ...discordMessage(message) }),
  judge: httpVerdict,
  digests: {
    write: ({ contact, message }) =>
      request(withWait(contact.address), { username: 'Vedette', ...discordMessage(message) }),
    growing: {
      messageIdOf,
      rewrite: ({ contact, message }, messageId) => ({
        method: 'PATCH',
        ...request(messageUrl(contact.address, messageId), discordMessage(message)),
      }),
    },
  },
};

function request(url: string, message: object): AlertRequest {
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) };
}

/** Discord then answers with the message, of which we need the id. */
function withWait(address: string): string {
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return url.href;
}

/** The query stays, because it may name a thread. */
function messageUrl(address: string, messageId: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/messages/${encodeURIComponent(messageId)}`;
  return url.href;
}

function messageIdOf({ body }: AlertReply): string | undefined {
  try {
    const { id } = JSON.parse(body) as { id?: unknown };
    return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function discordMessage({ tone, label, headline, facts, list, links }: AlertMessage) {
  const [first, ...others] = links;
  const title = shortened(`${label}: ${plainMarkdown(headline)}`, LONGEST_TITLE);
  const told = facts.map(({ label: name, value }) => ({
    name: shortened(name, LONGEST_NAME),
    value: shortened(plainMarkdown(value), LONGEST_VALUE),
    inline: false,
  }));
  const fields = [...told, ...others.map(({ label: name, url }) => ({ name, value: url, inline: false }))];
  const used = title.length + fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const room = Math.min(LONGEST_DESCRIPTION, LONGEST_EMBED - used);
  return {
    // Nobody is mentioned, whatever a monitor is called.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title,
        ...(first !== undefined && { url: first.url }),
        color: Number.parseInt(LIGHT[`${tone}-fill`].slice(1), 16),
        fields,
        ...(list !== null && { description: fitting(list, listLine, room) }),
      },
    ],
  };
}

function listLine({ text, links }: AlertItem): string {
  return [plainMarkdown(text), ...links.map(markdownLink)].join(' ');
}
