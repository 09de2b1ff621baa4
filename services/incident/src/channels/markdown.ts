// Decides how a text of a customer is written into Markdown so that it stays a text: no link, no mention, no emphasis; and
// how an address of a customer stays one link.

import type { AlertLink } from '../messages/alert-message.ts';

export function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~|[\]()<>#]/g, String.raw`\$&`);
}

/** What could end the address is written as in an address. */
export function markdownLink({ label, url }: AlertLink): string {
  const address = url.replaceAll(
    /[\\\s()<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${plainMarkdown(label)}](${address})`;
}
