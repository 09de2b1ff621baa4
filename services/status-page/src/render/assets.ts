import { Injectable } from '@nestjs/common';
import { LIGHT, tokensCss, type Tone } from '@vedette/design';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DIRECTORY } from '../service-directory.ts';
import { accentShades } from './accent.ts';
import { Rendition } from './rendition.ts';

const DIRECTORY = join(SERVICE_DIRECTORY, 'assets');

/** A path prefix that no slug can have. */
export const ASSET_PREFIX = '/_/';

/**
 * The stylesheet, the script and the icons. Each address contains a hash of the content, so browsers may cache it for
 * ever. The accent is part of the stylesheet's address, so any replica can serve the address that another replica
 * linked.
 */
@Injectable()
export class Assets {
  readonly #style: string;
  readonly #script: Rendition;
  readonly #hash: string;
  readonly #made = new Map<string, Rendition>();

  constructor() {
    const rules = readFileSync(join(DIRECTORY, 'style.css'), 'utf8');
    this.#style = compact(`${tokensCss()}\n${rules}`);
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

  /** The content at an address. The address of another build returns this build's content, which must not be cached. */
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
    // Bounds the memory when a client requests very many colours.
    if (this.#made.size >= 1_000) this.#made.clear();
    this.#made.set(name, made);
    return made;
  }
}

function compact(source: string): string {
  return withoutComments(source).replaceAll(/\s+/g, ' ').trim();
}

function withoutComments(source: string): string {
  const [head = '', ...rest] = source.split('/*');
  return [head, ...rest.map((part) => part.slice(part.indexOf('*/') + 2))].join('');
}

/** A browser's tab may be of any colour: grey on grey is made darker. */
const GREY_ICON = '#8b95a5';

function icon(tone: Tone): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="13" fill="${tone === 'none' ? GREY_ICON : LIGHT[`${tone}-fill`]}"/></svg>`;
}
