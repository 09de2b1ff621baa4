import { LIGHT } from '@vedette/design';
import { markup } from './markup.ts';
import type { ComponentView } from '../view/page-view.ts';
import { COMPONENT_TONES, COMPONENT_WORDS } from './words.ts';

const PADDING = 9;
const LONGEST_NAME = 40;

/** A small image of a component's state for use on other sites. It needs no other files. */
export function badge({ name, state }: ComponentView): string {
  const label = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  const words = COMPONENT_WORDS[state];
  const left = widthOf(label) + 2 * PADDING;
  const right = widthOf(words) + 2 * PADDING;
  const width = left + right;
  const { text } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="22" viewBox="0 0 ${width} 22" role="img" aria-label="${name}: ${words}"><title>${name}: ${words}</title><clipPath id="r"><rect width="${width}" height="22" rx="5"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="22" fill="#3a4453"/><rect x="${left}" width="${right}" height="22" fill="${LIGHT[COMPONENT_TONES[state]]}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="15" textLength="${widthOf(label)}">${label}</text><text x="${left + right / 2}" y="15" textLength="${widthOf(words)}" font-weight="bold">${words}</text></g></svg>`;
  return text;
}

const NARROW = /[fijlrtI1 .,:;'|!()[\]]/;
const WIDE = /[mwMW@%]/;

/** The approximate width in Verdana at 11 pixels; `textLength` makes other fonts fit. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    width += WIDE.test(character)
      ? 10.5
      : NARROW.test(character)
        ? 4.6
        : (character.codePointAt(0) ?? 0) > 0x2e_7f
          ? 12
          : 7.2;
  }
  return Math.ceil(width);
}
