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
  return {
    view,
    base: isOwnDomain ? '' : `/${view.slug}`,
    url: isOwnDomain && view.host !== null ? `https://${view.host}` : `${context.publicUrl}/${view.slug}`,
    time: new LocalTime(view.timezone),
    assets: context.assets,
    staleness: context.staleness,
  };
}

export function homeOf({ base }: Site): string {
  return base === '' ? '/' : base;
}
