// Decides how a topic of ntfy is told: a title, and a message of at most 4,096 bytes.

import type { Tone } from '@vedette/design';
import { alertText, shortened, utf8Bytes } from '../messages/alert-text.ts';
import type { Alert, AlertRequest, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

/** A longer message would become an attachment. */
const MOST_BYTES = 4_096;
const LONGEST_TITLE = 250;

/** 5 is the most urgent; ntfy shows the tags as pictures. */
const URGENCY: Readonly<Record<Tone, { priority: number; tag: string }>> = {
  bad: { priority: 5, tag: 'rotating_light' },
  slow: { priority: 4, tag: 'warning' },
  work: { priority: 3, tag: 'eyes' },
  good: { priority: 3, tag: 'white_check_mark' },
  none: { priority: 3, tag: 'information_source' },
};

export const ntfy: Vendor = {
  write: request,
  judge: httpVerdict,
  digests: { write: request },
};

function request({ contact, message }: Pick<Alert, 'contact' | 'message'>): AlertRequest {
  const { origin, pathname } = new URL(contact.address);
  const { priority, tag } = URGENCY[message.tone];
  const [first] = message.links;
  return {
    // As JSON to the root, because titles in headers would have to be ASCII.
    url: `${origin}/`,
    headers: {
      'content-type': 'application/json',
      ...(contact.secret !== null && { authorization: `Bearer ${contact.secret}` }),
    },
    body: JSON.stringify({
      topic: pathname.slice(1),
      title: shortened(`${message.label}: ${message.headline}`, LONGEST_TITLE),
      message: alertText(message, MOST_BYTES, utf8Bytes),
      priority,
      tags: [tag],
      ...(first !== undefined && { click: first.url }),
    }),
  };
}
