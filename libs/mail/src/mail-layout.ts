// Decides how mail looks: a plain part and an HTML part with the same content, in light and dark mail programs.

import { DARK, FONT, LIGHT, type Tone } from '@vedette/design';

export interface MailContent {
  readonly subject: string;
  /** The line above everything else; null: the subject says it all. */
  readonly headline: string | null;
  readonly tone: Tone;
  readonly blocks: readonly MailBlock[];
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailItem {
  readonly text: string;
  readonly links: readonly MailLink[];
}

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly MailItem[] }
  /** The text before it introduces the link, so the plain part has the address alone. */
  | ({ readonly kind: 'link' } & MailLink)
  | { readonly kind: 'actions'; readonly links: readonly MailLink[] };

export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function mailBody(content: MailContent): MailBody {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}

function textOf({ headline, blocks }: MailContent): string {
  const parts = [...(headline === null ? [] : [`${headline}.`]), ...blocks.map(plain)];
  return `${parts.join('\n\n')}\n`;
}

function plain(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'facts': {
      const width = Math.max(...block.facts.map(({ label }) => label.length)) + 1;
      return block.facts.map(({ label, value }) => `${`${label}:`.padEnd(width)} ${value}`).join('\n');
    }
    case 'list':
      return [`${block.title}:`, ...block.items.flatMap(plainItem)].join('\n');
    case 'link':
      return block.url;
    case 'actions':
      return block.links.map(({ label, url }) => `${label}: ${url}`).join('\n');
  }
}

/** A name without spaces must not make the mail wider than a phone. Outlook knows only the second. */
const BREAKS_ANYWHERE = 'overflow-wrap:anywhere;word-break:break-word';

/** Classes carry the colours of dark programs; inline styles those of all others, many of which drop style sheets. */
function htmlOf({ subject, headline, tone, blocks }: MailContent): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${DARK_STYLES[tone]}</style></head>`,
    `<body class="page" style="margin:0;padding:24px 12px;font:16px/1.5 ${FONT};color:${LIGHT.ink};background:${LIGHT.page}">`,
    `<div class="card" style="max-width:600px;margin:0 auto;padding:20px 24px;border:1px solid ${LIGHT.line};border-top:4px solid ${LIGHT[`${tone}-fill`]};border-radius:8px;background:${LIGHT.card};${BREAKS_ANYWHERE}">`,
    `<h1 class="tone" style="font-size:20px;line-height:1.3;margin:0 0 16px;color:${LIGHT[tone]}">${escaped(headline ?? subject)}</h1>`,
    ...blocks.map(markup),
    '</div></body></html>',
    '',
  ].join('\n');
}

function markup(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${block.facts.map(row).join('')}</table>`;
    case 'list': {
      const items = block.items.map(markedItem).join('');
      return `<h2 style="font-size:16px;margin:0 0 6px">${escaped(block.title)}</h2><ul style="margin:0 0 16px;padding-left:20px;font-size:14px">${items}</ul>`;
    }
    case 'link':
      return buttons([block]);
    case 'actions':
      return buttons(block.links);
  }
}

function plainItem({ text, links }: MailItem): string[] {
  return [`- ${text}`, ...links.map(({ label, url }) => `  ${label}: ${url}`)];
}

function markedItem({ text, links }: MailItem): string {
  const shown = links.map(
    ({ label, url }) =>
      ` <a class="link" href="${escaped(url)}" style="color:${LIGHT.work};white-space:nowrap">${escaped(label)}</a>`,
  );
  return `<li>${escaped(text)}${shown.join('')}</li>`;
}

/** In a cell too, because some programs do not let tables inherit it. */
function row({ label, value }: { readonly label: string; readonly value: string }): string {
  return `<tr><td class="soft" style="vertical-align:top;white-space:nowrap;padding:2px 16px 2px 0;color:${LIGHT.soft}">${escaped(label)}</td><td style="vertical-align:top;padding:2px 0;${BREAKS_ANYWHERE}">${escaped(value)}</td></tr>`;
}

function buttons(links: readonly MailLink[]): string {
  const style = `display:inline-block;margin:0 8px 8px 0;padding:9px 16px;border:1px solid ${LIGHT['work-edge']};border-radius:6px;background:${LIGHT['work-wash']};color:${LIGHT.work};text-decoration:none;font-weight:600`;
  const shown = links.map(
    ({ label, url }) => `<a class="button" href="${escaped(url)}" style="${style}">${escaped(label)}</a>`,
  );
  return `<p style="margin:0 0 16px">${shown.join('')}</p>`;
}

const DARK_STYLES = {
  good: darkStyle('good'),
  slow: darkStyle('slow'),
  bad: darkStyle('bad'),
  work: darkStyle('work'),
  none: darkStyle('none'),
} satisfies Record<Tone, string>;

function darkStyle(tone: Tone): string {
  const rules = [
    `.page{color:${DARK.ink}!important;background:${DARK.page}!important}`,
    `.card{background:${DARK.card}!important;border-color:${DARK[`${tone}-fill`]} ${DARK.line} ${DARK.line}!important}`,
    `.tone{color:${DARK[tone]}!important}`,
    `.soft{color:${DARK.soft}!important}`,
    `.link{color:${DARK.work}!important}`,
    `.button{color:${DARK.work}!important;background:${DARK['work-wash']}!important;border-color:${DARK['work-edge']}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
