// Decides how a topic of ntfy is told: a title, and a message of at most 4,096 bytes.
// Limits: https://docs.ntfy.sh/publish/#limitations; of titles: its release notes of version 2.28.0; of the whole request,
// which no page documents: `transformBodyJSON` in its server/server.go.

import type { Tone } from '@vedette/design';
import { alertText, jsonBytes, shortened } from '../messages/alert-text.ts';
import type { Alert, AlertRequest, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

/** A longer message would become an attachment. Counted as JSON, because the whole request may have 8,192 bytes. */
const MOST_BYTES = 4_096;
/** At most 750 bytes of the 1,024 that a title may have. */
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
      message: alertText(message, MOST_BYTES, jsonBytes),
      priority,
      tags: [tag],
      ...(first !== undefined && { click: first.url }),
    }),
  };
}
