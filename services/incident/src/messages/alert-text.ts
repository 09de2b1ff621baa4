// Decides how an alert reads where there is only plain text, and how a text is cut to the length that a receiver takes.

import type { AlertMessage } from './alert-message.ts';

/** The facts, the links and the failed attempts, without the headline. */
export function alertText({ facts, links, evidence }: AlertMessage): string {
  const parts = [
    facts.map(({ label, value }) => `${label}: ${value}`),
    links.map(({ label, url }) => `${label}: ${url}`),
    evidence.length === 0 ? [] : ['Failed attempts:', ...evidence.map((line) => `- ${line}`)],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const ELLIPSIS = '…';

/** Cuts between characters. `measure` says how long the receiver thinks that a text is. */
export function shortened(text: string, most: number, measure: (text: string) => number = characters): string {
  if (measure(text) <= most) return text;
  const kept = Array.from(text);
  while (kept.length > 0 && measure(kept.join('')) + measure(ELLIPSIS) > most)
    kept.splice(-Math.ceil(kept.length / 16));
  return `${kept.join('')}${ELLIPSIS}`;
}

/** UTF-16 units, of which no receiver counts more for a text. */
function characters(text: string): number {
  return text.length;
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}
