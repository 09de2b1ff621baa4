import { describe, expect, it } from '@jest/globals';
import { plainMarkdown } from './markdown.ts';

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
