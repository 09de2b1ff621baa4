// Decides what a path of the public listener refers to.

export type Target =
  | { readonly kind: 'page' | 'json' | 'feed' | 'logo' }
  | { readonly kind: 'history'; readonly page: number }
  | { readonly kind: 'badge'; readonly componentId: string }
  /** The address of the page with a trailing slash. */
  | { readonly kind: 'slash' };

const SLUG_PATH = /^\/([a-z0-9][a-z0-9-]*)/;
const LONGEST_SLUG = 63;
const BADGE_PATH = /^\/badge\/(cmp_[0-9a-z]{1,40})\.svg$/;
const HISTORY_PAGE = /(?:^|&)page=([1-9]\d{0,3})(?:&|$)/;

/** On the public host: the slug, and the rest of the path. */
export function splitSlug(path: string): { readonly slug: string; readonly rest: string } | undefined {
  const slug = SLUG_PATH.exec(path)?.[1];
  if (slug === undefined || slug.length > LONGEST_SLUG) return undefined;
  return { slug, rest: path.slice(1 + slug.length) };
}

/** On a custom domain: the slug of the page may be omitted, and other pages do not exist. */
export function ownDomainRest(path: string, slug: string): string {
  if (path === '/') return '';
  if (path === '/index.json') return '.json';
  const split = splitSlug(path);
  return split?.slug === slug ? split.rest : path;
}

/** `rest` is the path after the slug; `query` is the text after the question mark. */
export function targetOf(rest: string, query: string): Target | undefined {
  switch (rest) {
    case '':
      return { kind: 'page' };
    case '/':
      return { kind: 'slash' };
    case '.json':
      return { kind: 'json' };
    case '/feed.atom':
      return { kind: 'feed' };
    case '/logo':
      return { kind: 'logo' };
    case '/history':
      return { kind: 'history', page: Number(HISTORY_PAGE.exec(query)?.[1] ?? 1) };
    default: {
      const componentId = BADGE_PATH.exec(rest)?.[1];
      return componentId === undefined ? undefined : { kind: 'badge', componentId };
    }
  }
}
