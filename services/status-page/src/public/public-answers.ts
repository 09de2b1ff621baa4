import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { Assets } from './assets.ts';
import { badge } from './badge.ts';
import { feed } from './feed.ts';
import { Freshness } from './freshness.ts';
import { historyHtml, historyPages } from './history-html.ts';
import { lostHtml } from './lost-html.ts';
import { pageHtml } from './page-html.ts';
import { pageJson } from './page-json.ts';
import type { PageCopy } from './page-library.ts';
import type { Target } from './page-path.ts';
import { Rendition } from './rendition.ts';
import { siteOf, type Site } from './site.ts';

const HTML = 'text/html; charset=utf-8';

/** Makes, or finds, the bytes that answer a request. */
@Injectable()
export class PublicAnswers {
  readonly lost: Rendition;
  readonly starting: Rendition;
  readonly #publicUrl: string;

  constructor(
    private readonly assets: Assets,
    private readonly freshness: Freshness,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicUrl = publicUrl;
    this.lost = new Rendition(HTML, lostHtml(assets, 'Page not found', 'There is no status page here.'), 404);
    this.starting = new Rendition(HTML, lostHtml(assets, 'One moment', 'The status pages are about to be here.'), 503);
  }

  /** Undefined when the page has nothing there. */
  find(copy: PageCopy, target: Exclude<Target, { kind: 'slash' }>, isOwnDomain: boolean): Rendition | undefined {
    switch (target.kind) {
      case 'page':
        return this.#make(copy, 'page', isOwnDomain, (site) => new Rendition(HTML, pageHtml(site)));
      case 'json':
        return this.#make(copy, 'json', isOwnDomain, (site) => new Rendition('application/json', pageJson(site)));
      case 'feed':
        return this.#make(copy, 'feed', isOwnDomain, (site) => new Rendition('application/atom+xml', feed(site)));
      case 'history': {
        const { page } = target;
        if (page > historyPages(copy.view)) return undefined;
        const name = `history ${String(page)}`;
        return this.#make(copy, name, isOwnDomain, (site) => new Rendition(HTML, historyHtml(site, page)));
      }
      case 'badge': {
        const component = copy.view.components.find(({ id }) => id === target.componentId);
        if (component === undefined) return undefined;
        return copy.rendition(`badge ${component.id}`, () => new Rendition('image/svg+xml', badge(component)));
      }
      case 'logo': {
        const { logo } = copy.view;
        if (logo === null) return undefined;
        return copy.rendition('logo', () => new Rendition(logo.type, Buffer.from(logo.data, 'base64')));
      }
    }
  }

  /** Once a change; while nobody answers, once a minute, for the age of what is shown. */
  #make(copy: PageCopy, name: string, isOwnDomain: boolean, make: (site: Site) => Rendition): Rendition {
    const staleness = this.freshness.staleness(Date.now());
    const age = staleness === undefined ? '' : ` ${String(staleness.ageMinutes)}`;
    return copy.rendition(`${name}${isOwnDomain ? ' own' : ''}${age}`, () =>
      make(siteOf(copy.view, isOwnDomain, { publicUrl: this.#publicUrl, assets: this.assets, staleness })),
    );
  }
}
