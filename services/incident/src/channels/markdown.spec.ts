import { describe, expect, it } from '@jest/globals';
import { markdownLink, plainMarkdown } from './markdown.ts';

describe('a text in Markdown', () => {
  it.each([
    { text: 'Shop is down', written: 'Shop is down' },
    { text: '[click](https://evil.example)', written: String.raw`\[click\]\(https://evil.example\)` },
    { text: '*bold* _it_ ~~x~~ `c` ||s||', written: String.raw`\*bold\* \_it\_ \~\~x\~\~ \`c\` \|\|s\|\|` },
    { text: '<@1234> # head', written: String.raw`\<@1234\> \# head` },
    { text: String.raw`a\b`, written: String.raw`a\\b` },
  ])('$text', ({ text, written }) => {
    expect(plainMarkdown(text)).toBe(written);
  });
});

describe('a link in Markdown', () => {
  it.each([
    { url: 'https://wiki.example/störung?edit=0#top', written: '[Runbook](https://wiki.example/störung?edit=0#top)' },
    { url: 'https://wiki.example/API_(shop)', written: '[Runbook](https://wiki.example/API_%28shop%29)' },
    { url: String.raw`https://wiki.example/a b?<\>`, written: '[Runbook](https://wiki.example/a%20b?%3C%5C%3E)' },
  ])('$url', ({ url, written }) => {
    expect(markdownLink({ label: 'Runbook', url })).toBe(written);
  });
});
