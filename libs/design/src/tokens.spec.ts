import { describe, expect, it } from '@jest/globals';
import { DARK, LIGHT, TONES, tokensCss } from './tokens.ts';

/** WCAG 2.2, 1.4.3: the contrast that text of any size needs. */
const READABLE = 4.5;

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

const themes = [
  { name: 'light', colours: LIGHT },
  { name: 'dark', colours: DARK },
];
type Colour = keyof typeof LIGHT;
const plain = (['ink', 'soft'] as const).flatMap((text) =>
  (['page', 'card', 'shade'] as const).map((ground): [Colour, Colour] => [text, ground]),
);
const toned = TONES.flatMap((tone) =>
  (['card', 'page', `${tone}-wash`] as const).map((ground): [Colour, Colour] => [tone, ground]),
);
const rows = themes.flatMap(({ name, colours }) =>
  plain.concat(toned).map(([text, ground]) => ({ name, colours, text, ground })),
);

describe('the colours', () => {
  it.each(rows)('$name: $text can be read on $ground', ({ colours, text, ground }) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(READABLE);
  });

  it('follow the setting of the reader where the page asks for it', () => {
    const [light = '', rest = ''] = tokensCss().split(`:root[data-theme='dark']`);
    expect(light).toContain(`--ink:${LIGHT.ink}`);
    expect(rest.split(`--ink:${DARK.ink}`)).toHaveLength(3);
    expect(rest).toContain(`(prefers-color-scheme:dark){:root[data-theme='system']`);
  });
});
