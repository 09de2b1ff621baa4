import { createHash } from 'node:crypto';
import type { Assets } from './assets.ts';
import { LocalTime } from './local-time.ts';
import type { PageView } from '../view/page-view.ts';

export interface Staleness {
  readonly confirmedAt: number;
  readonly ageMinutes: number;
}

/** A page at one of its addresses: on the public host, or on its custom domain. */
export interface Site {
  readonly view: PageView;
  /** The prefix of the page's paths: `/acme`, or empty on its custom domain. */
  readonly base: string;
  /** The address of the page. */
  readonly url: string;
  /** Null: the page has no logo. */
  readonly logoHref: string | null;
  readonly time: LocalTime;
  readonly assets: Assets;
  /** Undefined while the page is up to date. */
  readonly staleness: Staleness | undefined;
}

export function siteOf(
  view: PageView,
  isOwnDomain: boolean,
  context: { readonly publicUrl: string; readonly assets: Assets; readonly staleness: Staleness | undefined },
): Site {
  const base = isOwnDomain ? '' : `/${view.slug}`;
  return {
    view,
    base,
    url: isOwnDomain && view.host !== null ? `https://${view.host}` : `${context.publicUrl}/${view.slug}`,
    logoHref: view.logo === null ? null : `${base}/logo?v=${versionOf(view.logo.data)}`,
    time: new LocalTime(view.timezone),
    assets: context.assets,
    staleness: context.staleness,
  };
}

export function homeOf({ base }: Site): string {
  return base === '' ? '/' : base;
}

/** A page that has no addresses yet: its links lead to itself, and its logo is part of the document. */
export function previewSiteOf(view: PageView, context: { readonly url: string; readonly assets: Assets }): Site {
  return {
    view,
    base: '#',
    url: context.url,
    logoHref: view.logo === null ? null : `data:${view.logo.type};base64,${view.logo.data}`,
    time: new LocalTime(view.timezone),
    assets: context.assets,
    staleness: undefined,
  };
}

/** The address contains a hash of the content, so a new logo is visible at once. */
function versionOf(data: string): string {
  return createHash('sha256').update(data).digest('base64url').slice(0, 8);
}
