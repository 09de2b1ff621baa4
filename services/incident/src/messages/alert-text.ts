// Decides how an alert reads where there is only plain text, and how a text is cut to the length that a receiver takes.

import type { AlertItem, AlertList, AlertMessage } from './alert-message.ts';

/** How long the receiver thinks that a text is. */
type Measure = (text: string) => number;

/** The facts, the links and the list, without the headline. Only whole lines of the list are left out. */
export function alertText({ facts, links, list }: AlertMessage, most: number, measure: Measure = characters): string {
  const parts = [
    facts.map(({ label, value }) => `${label}: ${value}`),
    links.map(({ label, url }) => `${label}: ${url}`),
  ];
  const head = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  if (list === null) return shortened(head, most, measure);
  const before = `${head}\n\n${list.title}:\n`;
  return shortened(`${before}${fitting(list, plainItem, most - measure(before), measure)}`, most, measure);
}

function plainItem({ text, links }: AlertItem): string {
  return [`- ${text}`, ...links.map(({ label, url }) => `  ${label}: ${url}`)].join('\n');
}

/**
 * The lines of a list that have room, and how many there are besides them. The first links of all lines are shown, as
 * many as have room.
 */
export function fitting(
  { items, more }: AlertList,
  write: (item: AlertItem) => string,
  most: number,
  measure: Measure = characters,
): string {
  for (let links = Math.max(...items.map((item) => item.links.length)); links > 0; links -= 1) {
    const linked = items.map((item) => write({ ...item, links: item.links.slice(0, links) }));
    const whole = linesOf(linked, items.length, more);
    if (measure(whole) <= most) return whole;
  }
  const lines = items.map(({ text }) => write({ text, links: [] }));
  for (let count = lines.length; count > 0; count -= 1) {
    const text = linesOf(lines, count, more);
    if (measure(text) <= most) return text;
  }
  return shortened(linesOf(lines, 1, more), most, measure);
}

function linesOf(lines: readonly string[], count: number, more: number): string {
  const left = lines.length - count + more;
  return [...lines.slice(0, count), ...(left === 0 ? [] : [moreWords(left)])].join('\n');
}

export function moreWords(count: number): string {
  return `and ${count} more`;
}

const ELLIPSIS = '…';

/** Cuts between characters. */
export function shortened(text: string, most: number, measure: Measure = characters): string {
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

/** The bytes of the text as it is written into JSON, which are no fewer than its own. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
