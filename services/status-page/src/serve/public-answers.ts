import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { Assets } from '../render/assets.ts';
import { badge } from '../render/badge.ts';
import { feed } from '../render/feed.ts';
import { Freshness } from '../sync/freshness.ts';
import { historyHtml, historyPages } from '../render/history-html.ts';
import { noticePage } from '../render/notice-page.ts';
import { pageHtml } from '../render/page-html.ts';
import { pageJson } from '../render/page-json.ts';
import type { PageCopy } from '../sync/page-library.ts';
import type { Target } from './page-path.ts';
import { Rendition } from '../render/rendition.ts';
import { siteOf, type Site } from '../render/site.ts';

const HTML = 'text/html; charset=utf-8';

/** Makes or finds the bytes that answer a request. */
@Injectable()
export class PublicAnswers {
  readonly notFound: Rendition;
  readonly starting: Rendition;
  readonly #publicUrl: string;

  constructor(
    private readonly assets: Assets,
    private readonly freshness: Freshness,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicUrl = publicUrl;
    this.notFound = new Rendition(HTML, noticePage(assets, 'Page not found', 'There is no status page here.'), 404);
    this.starting = new Rendition(
      HTML,
      noticePage(assets, 'One moment', 'The status pages are about to be here.'),
      503,
    );
  }

  asset(path: string): ReturnType<Assets['find']> {
    return this.assets.find(path);
  }

  /** Undefined when the page has no such content. */
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

  /** Renders once for each change. While the data is stale, renders once a minute, because the page shows its age. */
  #make(copy: PageCopy, name: string, isOwnDomain: boolean, make: (site: Site) => Rendition): Rendition {
    const staleness = this.freshness.staleness(Date.now());
    const age = staleness === undefined ? '' : ` ${String(staleness.ageMinutes)}`;
    return copy.rendition(`${name}${isOwnDomain ? ' own' : ''}${age}`, () =>
      make(siteOf(copy.view, isOwnDomain, { publicUrl: this.#publicUrl, assets: this.assets, staleness })),
    );
  }
}
