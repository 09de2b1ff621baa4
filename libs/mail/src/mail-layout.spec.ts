import { describe, expect, it } from '@jest/globals';
import { DARK, LIGHT } from '@vedette/design';
import { mailBody, type MailBlock, type MailContent } from './mail-layout.ts';

function written(...blocks: MailBlock[]) {
  const content: MailContent = { subject: 'News', headline: null, tone: 'bad', blocks };
  return mailBody(content);
}

describe('the plain part of a mail', () => {
  const rows: { name: string; block: MailBlock; text: string }[] = [
    { name: 'has text as it is', block: { kind: 'text', text: 'A < B' }, text: 'A < B\n' },
    {
      name: 'lines up facts',
      block: {
        kind: 'facts',
        facts: [
          { label: 'Monitor', value: 'Shop' },
          { label: 'Why', value: 'No answer' },
        ],
      },
      text: 'Monitor: Shop\nWhy:     No answer\n',
    },
    {
      name: 'lists items below their title',
      block: {
        kind: 'list',
        title: 'Attempts',
        items: [
          { text: 'one', links: [] },
          { text: 'two', links: [{ label: 'Open', url: 'https://x.example/2' }] },
        ],
      },
      text: 'Attempts:\n- one\n- two\n  Open: https://x.example/2\n',
    },
    {
      name: 'has the address of a link that the text before it introduces',
      block: { kind: 'link', label: 'Sign in', url: 'https://example.com/#t' },
      text: 'https://example.com/#t\n',
    },
    {
      name: 'names each of several links',
      block: {
        kind: 'actions',
        links: [
          { label: 'Open', url: 'https://example.com/1' },
          { label: 'Read', url: 'https://example.com/2' },
        ],
      },
      text: 'Open: https://example.com/1\nRead: https://example.com/2\n',
    },
  ];
  it.each(rows)('$name', ({ block, text }) => {
    expect(written(block).text).toBe(text);
  });

  it('begins with the headline, and has an empty line between blocks', () => {
    const blocks = [
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
    ] as const;
    const { text } = mailBody({ subject: 'News', headline: 'Shop is down', tone: 'bad', blocks });
    expect(text).toBe('Shop is down.\n\none\n\ntwo\n');
  });
});

describe('the HTML part of a mail', () => {
  it('has the subject as its title, and as its headline where there is none', () => {
    const { html } = written();
    expect(html).toContain('<title>News</title>');
    expect(html).toMatch(/<h1 [^>]*>News<\/h1>/);
    expect(mailBody({ subject: 'News', headline: 'Shop', tone: 'bad', blocks: [] }).html).toMatch(/<h1 [^>]*>Shop</);
  });

  it.each<{ name: string; block: MailBlock; shows: string }>([
    { name: 'text', block: { kind: 'text', text: '<b>"&\'' }, shows: '&lt;b&gt;&quot;&amp;&#39;' },
    { name: 'facts', block: { kind: 'facts', facts: [{ label: '<i>', value: '<b>' }] }, shows: '&lt;b&gt;' },
    {
      name: 'lists',
      block: {
        kind: 'list',
        title: '<i>',
        items: [{ text: '<b>', links: [{ label: '<a>', url: 'https://x.example/"' }] }],
      },
      shows: '>&lt;b&gt; <a class="link" href="https://x.example/&quot;"',
    },
    { name: 'links', block: { kind: 'link', label: '<b>', url: 'https://e/"<b>' }, shows: 'https://e/&quot;&lt;b&gt;' },
  ])('has no markup from $name', ({ block, shows }) => {
    const { html } = written(block);
    expect(html).toContain(shows);
    expect(html).not.toMatch(/<[bi]>/);
  });

  it.each(['good', 'slow', 'bad', 'work', 'none'] as const)('is legible in light and dark programs: %s', (tone) => {
    const { html } = mailBody({ subject: 'News', headline: null, tone, blocks: [] });
    const [dark = ''] = /@media \(prefers-color-scheme:dark\)\{.*\}/.exec(html) ?? [];
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain(`color:${LIGHT[tone]}">`);
    expect(dark).toContain(`.tone{color:${DARK[tone]}!important}`);
    expect(dark).toContain(`.page{color:${DARK.ink}!important;background:${DARK.page}!important}`);
  });

  it('breaks names without spaces wherever it shows them, and no label of a fact', () => {
    const { html } = written({ kind: 'facts', facts: [{ label: 'Down since', value: 'x' }] });
    const breaks = /overflow-wrap:anywhere;word-break:break-word/;
    expect(/<div class="card" style="([^"]*)"/.exec(html)?.[1]).toMatch(breaks);
    const [label, value] = html.match(/<td [^>]*>/g) ?? [];
    expect(label).toContain('white-space:nowrap');
    expect(value).toMatch(breaks);
  });

  it('asks for nothing from elsewhere', () => {
    const { html } = written({ kind: 'text', text: 'x' });
    expect(html).not.toMatch(/src=|url\(|@import|<script|<link/);
  });
});
