// Decides which HTML the Markdown of a message becomes. Nothing is cleaned up afterwards: only what is listed here is
// ever made, and HTML in the source is text.

import MarkdownIt from 'markdown-it';
import { escape } from '../render/markup.ts';

/** Raised when the same message becomes other HTML: what was stored by an older version is rendered anew. */
export const HTML_VERSION = 1;

/** Below the headings of the page itself. */
const TOP_HEADING_LEVEL = 4;
const LOWEST_HEADING_LEVEL = 6;
/** Deeper quotes and lists stay text: each level of nesting reads the message once more. */
const DEEPEST_NESTING = 20;
/** Twelve times the longest message. Only a reference to a long address that is repeated without end comes near it. */
const LONGEST_HTML = 120_000;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: DEEPEST_NESTING });

// An image would be fetched from another host, which then knows every reader; its source becomes a link.
markdown.disable('image');
markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address.trim());
// Names in running text that look like hosts are not meant as links.
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

/** Can take a tenth of a second for a hostile message: it is called in a thread that serves nobody. */
export function messageHtml(message: string): string {
  const html = markdown.render(message);
  return html.length > LONGEST_HTML ? plainHtml(message) : html;
}

/** The message as text, for one whose Markdown cannot be afforded. */
export function plainHtml(message: string): string {
  return `<p>${escape(message).replaceAll('\n', '<br>\n')}</p>\n`;
}
