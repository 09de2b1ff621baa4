import { markup, type Markup } from './markup.ts';
import { iconSymbols } from './icons.ts';
import { homeOf, type Site } from './site.ts';
import { barsClip } from './uptime-bars.ts';
import { PAGE_TONES } from './words.ts';

export interface Document {
  readonly title: string;
  readonly main: Markup;
}

/** The frame of every page: head, top and bottom. */
export function layout(site: Site, { title, main }: Document): string {
  const { view, base, url, assets } = site;
  const description = view.description ?? `Current status, uptime and incidents of ${view.name}.`;
  const { text } = markup`<!doctype html>
<html lang="en" data-theme="${view.theme.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
${themeColours(view.theme)}
<link rel="icon" type="image/svg+xml" href="${assets.iconHref(PAGE_TONES[view.state])}">
<link rel="stylesheet" href="${assets.styleHref(view.accentColor)}">
<link rel="alternate" type="application/atom+xml" title="${view.name}" href="${base}/feed.atom">
<script type="module" src="${assets.scriptHref()}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the status</a>
<svg class="sprite" aria-hidden="true"><defs>${barsClip}</defs>${iconSymbols}</svg>
<p class="hidden" id="news" role="status"></p>
<header class="top"><div class="wrap">
<a class="brand" href="${homeOf(site)}" dir="auto">${logo(site)}</a>
<nav class="links" aria-label="This page"><a class="link" href="${base}/history">History</a><a class="link framed" href="${base}/feed.atom">Subscribe</a></nav>
</div></header>
<p class="wrap offline" id="offline" role="status"></p>
${main}
<footer class="bottom"><div class="wrap">
<p>Times in ${view.timezone.replaceAll('_', ' ')}</p>
<ul><li><a href="${base}/history">Incident history</a></li><li><a href="${base}/feed.atom">Atom feed</a></li><li><a href="${jsonHref(site)}">JSON</a></li><li>Powered by Vedette</li></ul>
</div></footer>
</body>
</html>
`;
  return text;
}

export function jsonHref({ base }: Site): string {
  return base === '' ? '/index.json' : `${base}.json`;
}

function logo({ view, logoHref }: Site): Markup {
  if (logoHref === null) return markup`<span>${view.name}</span>`;
  return markup`<img src="${logoHref}" alt="" width="36" height="36"><span>${view.name}</span>`;
}

function themeColours(theme: Site['view']['theme']): Markup {
  const light = '#f5f6f8';
  const dark = '#0c1016';
  if (theme !== 'SYSTEM') return markup`<meta name="theme-color" content="${theme === 'DARK' ? dark : light}">`;
  return markup`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`;
}
