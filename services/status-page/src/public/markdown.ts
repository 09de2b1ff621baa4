// Decides which HTML the Markdown of a message becomes. Nothing is cleaned up afterwards: only what is listed here is
// ever made, and HTML in the source is text.

import MarkdownIt from 'markdown-it';
import { Markup } from './markup.ts';

/** Below the headings of the page itself. */
const TOP_HEADING_LEVEL = 4;
const LOWEST_HEADING_LEVEL = 6;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 20 });

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

export function renderMarkdown(source: string): Markup {
  return new Markup(markdown.render(source));
}
