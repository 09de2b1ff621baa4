import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DIRECTORY } from '../service-directory.ts';
import { accentShades } from './accent.ts';
import { Rendition } from './rendition.ts';
import type { Tone } from './words.ts';

const DIRECTORY = join(SERVICE_DIRECTORY, 'assets');
const DARK_START = ":root[data-theme='dark'] {";

/** All assets lie under a name that no slug can have. */
export const ASSET_PREFIX = '/_/';

/**
 * The stylesheet, the script and the icons. Their addresses name their content, so that they are kept for ever; the
 * accent is part of the address of a stylesheet, so that any replica can make the one that another has linked.
 */
@Injectable()
export class Assets {
  readonly #style: string;
  readonly #script: Rendition;
  readonly #hash: string;
  readonly #made = new Map<string, Rendition>();

  constructor() {
    const source = readFileSync(join(DIRECTORY, 'style.css'), 'utf8');
    this.#style = followingTheReader(source);
    const script = readFileSync(join(DIRECTORY, 'live.js'), 'utf8');
    this.#script = new Rendition('text/javascript; charset=utf-8', script);
    this.#hash = createHash('sha256').update(this.#style).update(script).digest('hex').slice(0, 10);
  }

  styleHref(accentColor: string | null): string {
    const accent = accentColor === null ? '' : `-${accentColor.slice(1).toLowerCase()}`;
    return `${ASSET_PREFIX}${this.#hash}/style${accent}.css`;
  }

  scriptHref(): string {
    return `${ASSET_PREFIX}${this.#hash}/live.js`;
  }

  iconHref(tone: Tone): string {
    return `${ASSET_PREFIX}${this.#hash}/${tone}.svg`;
  }

  /** What lies at an address; another build's address leads to this build's content, which is then not kept. */
  find(path: string): { readonly rendition: Rendition; readonly isFinal: boolean } | undefined {
    const match =
      /^\/_\/([0-9a-f]{10})\/(?:(live\.js)|style(?:-([0-9a-f]{6}))?\.css|(good|slow|bad|work|none)\.svg)$/.exec(path);
    if (match === null) return undefined;
    const [, hash, script, accent, tone] = match;
    const rendition =
      script !== undefined
        ? this.#script
        : tone !== undefined
          ? this.#once(tone, () => new Rendition('image/svg+xml', icon(tone as Tone)))
          : this.#once(`style ${accent ?? ''}`, () => this.#styleFor(accent));
    return { rendition, isFinal: hash === this.#hash };
  }

  #styleFor(accent: string | undefined): Rendition {
    const { plain, light, dark } = accentShades(accent === undefined ? null : `#${accent}`);
    const colours = `:root{--brand:${plain};--accent-light:${light};--accent-dark:${dark}}`;
    return new Rendition('text/css; charset=utf-8', `${colours}${this.#style}`);
  }

  #once(name: string, make: () => Rendition): Rendition {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = make();
    // Whoever asks for every colour there is gets them, and no memory.
    if (this.#made.size >= 1_000) this.#made.clear();
    this.#made.set(name, made);
    return made;
  }
}

/** The dark colours are written once; a page that follows its reader has them by the reader's setting. */
function followingTheReader(source: string): string {
  const start = source.indexOf(DARK_START);
  const end = source.indexOf('}', start) + 1;
  if (start === -1 || end === 0) throw new Error('The stylesheet has no dark colours');
  const dark = source.slice(start, end);
  const bySetting = `@media (prefers-color-scheme:dark){${dark.replace("'dark'", "'system'")}}`;
  return withoutComments(source.replace(dark, `${dark}${bySetting}`))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function withoutComments(source: string): string {
  const [head = '', ...rest] = source.split('/*');
  return [head, ...rest.map((part) => part.slice(part.indexOf('*/') + 2))].join('');
}

const ICON_COLOURS: Readonly<Record<Tone, string>> = {
  good: '#23a566',
  slow: '#d68a00',
  bad: '#d93a2f',
  work: '#3b7bea',
  none: '#8b95a5',
};

function icon(tone: Tone): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="13" fill="${ICON_COLOURS[tone]}"/></svg>`;
}
