// Decides which HTML the Markdown of a message becomes. There is no sanitizing step: only the tags listed here are ever
// generated, and HTML in the source is shown as text.

import MarkdownIt from 'markdown-it';
import { escape } from '../render/markup.ts';

/** Raise this when the same message would become different HTML: messages of older versions are rendered again. */
export const HTML_VERSION = 1;

/** Below the heading levels of the page itself. */
const TOP_HEADING_LEVEL = 4;
const LOWEST_HEADING_LEVEL = 6;
/** Deeper quotes and lists stay plain text, because the parser reads the message once for each level of nesting. */
const DEEPEST_NESTING = 20;
/** Twelve times the longest message. Only many repeated references to one long address come near this limit. */
const LONGEST_HTML = 120_000;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: DEEPEST_NESTING });

// Images would be fetched from another host, which could then track readers. The image's source becomes a link.
markdown.disable('image');
markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address.trim());
// Words in running text that look like host names do not become links.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.core.ruler.push('headings and links', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${String(Math.min(Number(token.tag.slice(1)) + TOP_HEADING_LEVEL - 1, LOWEST_HEADING_LEVEL))}`;
    }
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('rel', 'nofollow noopener noreferrer');
    }
  }
});

/** A hostile message can take a tenth of a second, so this runs in a thread that serves no requests. */
export function messageHtml(message: string): string {
  const html = markdown.render(message);
  return html.length > LONGEST_HTML ? plainHtml(message) : html;
}

/** The message as plain text, used when its Markdown takes too much time or memory, or when its HTML is too long. */
export function plainHtml(message: string): string {
  return `<p>${escape(message).replaceAll('\n', '<br>\n')}</p>\n`;
}
