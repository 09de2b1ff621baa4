import type { Assets } from './assets.ts';
import { markup } from './markup.ts';

/** A page with a single message, such as that there is no status page here, or not yet. */
export function noticePage(assets: Assets, title: string, words: string): string {
  const { text } = markup`<!doctype html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.iconHref('none')}">
<link rel="stylesheet" href="${assets.styleHref(null)}">
</head>
<body>
<main class="wrap lost"><h1>${title}</h1><p class="quiet">${words}</p></main>
</body>
</html>
`;
  return text;
}
