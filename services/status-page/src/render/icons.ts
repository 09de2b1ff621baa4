// Draws the icons of the states. Each icon has a distinct shape for readers who cannot see its colour.

import { markup, type Markup } from './markup.ts';
import type { Tone } from '@vedette/design';

const SHAPES: Readonly<Record<Tone, Markup>> = {
  good: markup`<circle cx="12" cy="12" r="11" fill="currentColor"/><path d="m7 12.4 3.4 3.4L17 9.2" class="stroke"/>`,
  slow: markup`<path d="M12 1.6 23 21.4H1z" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M12 8.5v6M12 18v.1" class="stroke"/>`,
  bad: markup`<rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor"/><path d="m8 8 8 8m0-8-8 8" class="stroke"/>`,
  work: markup`<circle cx="12" cy="12" r="11" fill="currentColor"/><path d="M12 6.5v5.8l3.8 2.3" class="stroke"/>`,
  none: markup`<circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="4 3"/>`,
};

/** Drawn once on each page, under ids that `icon` refers to. */
export const iconSymbols: Markup = markup`${Object.entries(SHAPES).map(
  ([tone, shape]) => markup`<symbol id="sign-${tone}" viewBox="0 0 24 24">${shape}</symbol>`,
)}`;

/** Always placed beside text that says the same. */
export function icon(tone: Tone): Markup {
  return markup`<svg class="icon" aria-hidden="true"><use href="#sign-${tone}"/></svg>`;
}
