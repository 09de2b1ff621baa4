// Decides how Discord is told: one embed, within the limits of the documentation of its webhooks.

import { LIGHT } from '@vedette/design';
import type { AlertMessage } from '../messages/alert-message.ts';
import { shortened } from '../messages/alert-text.ts';
import type { Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';
import { plainMarkdown } from './markdown.ts';

/** All texts of an embed together have at most 6,000 characters; these limits leave room below that. */
const LONGEST_TITLE = 256;
const LONGEST_NAME = 256;
const LONGEST_VALUE = 400;
const LONGEST_DESCRIPTION = 2_000;

export const discord: Vendor = {
  write: ({ contact, message }) => ({
    url: contact.address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(discordMessage(message)),
  }),
  judge: httpVerdict,
};

function discordMessage({ tone, label, headline, facts, evidence, links }: AlertMessage) {
  const [first, ...others] = links;
  const told = facts.map(({ label: name, value }) => ({
    name: shortened(name, LONGEST_NAME),
    value: shortened(plainMarkdown(value), LONGEST_VALUE),
    inline: false,
  }));
  return {
    username: 'Vedette',
    // Nobody is mentioned, whatever a monitor is called.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: shortened(`${label}: ${plainMarkdown(headline)}`, LONGEST_TITLE),
        ...(first !== undefined && { url: first.url }),
        color: Number.parseInt(LIGHT[`${tone}-fill`].slice(1), 16),
        fields: [...told, ...others.map(({ label: name, url }) => ({ name, value: url, inline: false }))],
        ...(evidence.length > 0 && {
          description: shortened(evidence.map(plainMarkdown).join('\n'), LONGEST_DESCRIPTION),
        }),
      },
    ],
  };
}
