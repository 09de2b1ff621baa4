/** The colours and the type of everything that people see: the public status pages and the console. */

/** What a colour says; never the only thing that says it. */
export const TONES = ['good', 'slow', 'bad', 'work', 'none'] as const;

export type Tone = (typeof TONES)[number];

export const FONT = `Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;

/** Of each tone: text, fill, background and border. */
export const LIGHT = {
  page: '#f5f6f8',
  card: '#ffffff',
  ink: '#151a22',
  soft: '#586273',
  line: '#e2e6ec',
  shade: '#eef1f5',
  good: '#0d7a45',
  'good-fill': '#23a566',
  'good-wash': '#eaf7f0',
  'good-edge': '#bfe5d0',
  slow: '#8a5600',
  'slow-fill': '#d68a00',
  'slow-wash': '#fff6e3',
  'slow-edge': '#f3d9a0',
  bad: '#b3241b',
  'bad-fill': '#d93a2f',
  'bad-wash': '#fdeeec',
  'bad-edge': '#f3c4bf',
  work: '#1d57c4',
  'work-fill': '#3b7bea',
  'work-wash': '#edf3fe',
  'work-edge': '#c5d8fa',
  none: '#586273',
  'none-fill': '#c9d0da',
  'none-wash': '#f1f3f6',
  'none-edge': '#dce1e8',
  shadow: '0 1px 2px rgb(16 24 40 / 5%), 0 6px 24px -12px rgb(16 24 40 / 12%)',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  page: '#0c1016',
  card: '#151b23',
  ink: '#e9edf3',
  soft: '#9ba7b8',
  line: '#262f3b',
  shade: '#1d2530',
  good: '#4fd193',
  'good-fill': '#2fae73',
  'good-wash': '#10241b',
  'good-edge': '#1e4a35',
  slow: '#f3b94a',
  'slow-fill': '#dd9a1c',
  'slow-wash': '#2a2110',
  'slow-edge': '#574118',
  bad: '#ff8a80',
  'bad-fill': '#e8574c',
  'bad-wash': '#2e1614',
  'bad-edge': '#5e2a26',
  work: '#85b4ff',
  'work-fill': '#4c8bf5',
  'work-wash': '#131f35',
  'work-edge': '#263f6c',
  none: '#9ba7b8',
  'none-fill': '#3d4857',
  'none-wash': '#1a212b',
  'none-edge': '#2b3542',
  shadow: 'none',
};

/**
 * The tokens as custom properties. `data-theme` of the root is `light`, `dark`, or `system` for the reader's own
 * setting. The page itself defines `--accent-light` and `--accent-dark`. A tone's class sets `--tone` and its kin.
 */
export function tokensCss(): string {
  const dark = declarations(DARK, 'dark');
  return [
    `:root{${declarations(LIGHT, 'light')};--font:${FONT}}`,
    `:root[data-theme='dark']{${dark}}`,
    `@media (prefers-color-scheme:dark){:root[data-theme='system']{${dark}}}`,
    ...TONES.map(toneClass),
  ].join('\n');
}

function declarations(colours: Readonly<Record<string, string>>, scheme: 'light' | 'dark'): string {
  const values = Object.entries(colours).map(([name, value]) => `--${name}:${value}`);
  return [`color-scheme:${scheme}`, ...values, `--accent:var(--accent-${scheme})`].join(';');
}

function toneClass(tone: Tone): string {
  const kinds = ['fill', 'wash', 'edge'].map((kind) => `--tone-${kind}:var(--${tone}-${kind})`);
  return `.${tone}{--tone:var(--${tone});${kinds.join(';')}}`;
}
