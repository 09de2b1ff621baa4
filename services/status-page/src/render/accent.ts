// Decides which readable shades of its accent colour a page uses, whatever colour was chosen.

import { DARK, LIGHT } from '@vedette/design';

export interface AccentShades {
  /** The colour as it was chosen, for elements that carry no text. */
  readonly plain: string;
  readonly light: string;
  readonly dark: string;
}

const DEFAULT_ACCENT = '#3056d3';
/** The background of links and focus rings, card or page, with the lower contrast. */
const LIGHT_BACKGROUND = LIGHT.page;
const DARK_BACKGROUND = DARK.card;
/** WCAG 2.2, 1.4.3: the contrast that text of any size needs. */
const READABLE = 4.5;
const STEPS = 40;

type Rgb = readonly [number, number, number];

/** The colour itself if it is readable, else its nearest readable shade. */
export function accentShades(accentColor: string | null): AccentShades {
  const accent = accentColor ?? DEFAULT_ACCENT;
  return {
    plain: accent.toLowerCase(),
    light: readable(accent, LIGHT_BACKGROUND, [0, 0, 0]),
    dark: readable(accent, DARK_BACKGROUND, [255, 255, 255]),
  };
}

export function contrast(one: string, other: string): number {
  const [brighter, darker] = [luminance(rgb(one)), luminance(rgb(other))].toSorted((a, b) => b - a);
  return ((brighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function readable(colour: string, background: string, towards: Rgb): string {
  const from = rgb(colour);
  for (let step = 0; step <= STEPS; step += 1) {
    const shade = hex(mix(from, towards, step / STEPS));
    if (contrast(shade, background) >= READABLE) return shade;
  }
  return hex(towards);
}

function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mix([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  return [r + (r2 - r) * share, g + (g2 - g) * share, b + (b2 - b) * share];
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
