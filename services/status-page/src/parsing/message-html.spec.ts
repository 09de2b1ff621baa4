import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { HTML_VERSION, messageHtml, plainHtml } from './message-html.ts';

const REL = 'rel="nofollow noopener noreferrer"';

describe('Markdown', () => {
  it.each([
    { name: 'paragraphs and line breaks', source: 'a\nb\n\nc', is: '<p>a<br>\nb</p>\n<p>c</p>' },
    {
      name: 'emphasis and code',
      source: '**a** *b* `c<d`',
      is: '<p><strong>a</strong> <em>b</em> <code>c&lt;d</code></p>',
    },
    { name: 'lists', source: '- a\n- b', is: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>' },
    {
      name: 'headings below those of the page',
      source: '# a\n### b\n###### c',
      is: '<h4>a</h4>\n<h6>b</h6>\n<h6>c</h6>',
    },
    {
      name: 'links',
      source: '[a](https://b.test/?x=1&y=2)',
      is: `<p><a href="https://b.test/?x=1&amp;y=2" ${REL}>a</a></p>`,
    },
    {
      name: 'addresses in the text',
      source: 'see https://b.test',
      is: `<p>see <a href="https://b.test" ${REL}>https://b.test</a></p>`,
    },
    { name: 'names of hosts as text', source: 'api.example.com', is: '<p>api.example.com</p>' },
    { name: 'mail addresses', source: '[m](mailto:a@b.test)', is: `<p><a href="mailto:a@b.test" ${REL}>m</a></p>` },
    {
      name: 'images as links',
      source: '![a](https://b.test/c.png)',
      is: `<p>!<a href="https://b.test/c.png" ${REL}>a</a></p>`,
    },
  ])('makes $name', ({ source, is }) => {
    expect(messageHtml(source).trim()).toBe(is);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a]( javascript:alert(1))',
    '[a](vbscript:x) [b](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '[a](https://b.test "onmouseover=alert(1)")',
    '[a](https://b.test" onmouseover="alert(1))',
    '`</code><script>`',
    '```"><script>\nx\n```',
    '<!-- --><iframe src=//evil.test>',
    '<a href="https://evil.test" onclick="x()">a</a>',
    '| a |\n|---|\n| <b onclick=x> |',
  ])('%j makes no tag, attribute or address of its own', (source) => {
    const made = messageHtml(source);
    const tags = [...made.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*>/g)];
    // Outside the tags that we generate, no angle bracket is left.
    expect(made.replaceAll(/<\/?[a-z0-9]+(?:\s+[a-z]+="[^"]*")*\s*>/g, '')).not.toMatch(/[<>]/);
    for (const [, tag, attributes = ''] of tags) {
      expect(tag).toMatch(/^(?:p|br|a|code|pre|table|thead|tbody|tr|th|td|em|strong)$/);
      for (const [, name, value = ''] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
        expect(name).toMatch(/^(?:href|rel|title|class)$/);
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:)/);
      }
    }
  });

  it.each([
    { name: 'quotes', source: '>'.repeat(10_000) },
    { name: 'brackets', source: '['.repeat(10_000) },
    { name: 'emphasis', source: '*a_'.repeat(3_333) },
    { name: 'code', source: '`'.repeat(10_000) },
    { name: 'tables', source: '-|\n'.repeat(3_333) },
    { name: 'lists in quotes', source: '>- a\n'.repeat(2_000) },
    { name: 'addresses', source: 'http://a['.repeat(1_111) },
    { name: 'addresses that are none', source: '<\n  \n\nmailto:a@b'.repeat(625) },
  ])('is bounded in time and size, however hostile: $name', ({ source }) => {
    const before = process.cpuUsage();
    expect(messageHtml(source).length).toBeLessThan(120_001);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('that would make far more HTML than there is message stays text', () => {
    const source = `[a]: http://${'x'.repeat(4_900)}\n\n${'[a]'.repeat(1_690)}`;
    expect(messageHtml(source)).toBe(plainHtml(source));
  });

  it('as text is escaped and keeps its lines', () => {
    expect(plainHtml('a < b\n*c*')).toBe('<p>a &lt; b<br>\n*c*</p>\n');
  });

  it('of one version is always the same HTML: a change of it raises HTML_VERSION', () => {
    const sample =
      '# a\n## b\n\n1. *c* **d** `e`\n- f\n\n> g\n\n    h\n\n```x\ni\n```\n\n|j|\n|-|\n|k|\n\n[l](https://m.test "n") <https://o.test> ![p](https://q.test) ~~r~~\ns\\\nt &amp; "u"\n\n---\n\n[v]\n\n[v]: mailto:w@x.test';
    const digest = createHash('sha256').update(messageHtml(sample)).digest('hex').slice(0, 16);
    expect({ version: HTML_VERSION, digest }).toEqual({ version: 1, digest: 'd8e28f6f6dac22e6' });
  });
});
