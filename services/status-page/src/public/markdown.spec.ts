import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from './markdown.ts';

const rel = 'rel="nofollow noopener noreferrer"';

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
      is: `<p><a href="https://b.test/?x=1&amp;y=2" ${rel}>a</a></p>`,
    },
    {
      name: 'addresses in the text',
      source: 'see https://b.test',
      is: `<p>see <a href="https://b.test" ${rel}>https://b.test</a></p>`,
    },
    { name: 'names of hosts as text', source: 'api.example.com', is: '<p>api.example.com</p>' },
    { name: 'mail addresses', source: '[m](mailto:a@b.test)', is: `<p><a href="mailto:a@b.test" ${rel}>m</a></p>` },
    {
      name: 'images as links',
      source: '![a](https://b.test/c.png)',
      is: `<p>!<a href="https://b.test/c.png" ${rel}>a</a></p>`,
    },
  ])('makes $name', ({ source, is }) => {
    expect(renderMarkdown(source).text.trim()).toBe(is);
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
    const made = renderMarkdown(source).text;
    const tags = [...made.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*>/g)];
    // What is no tag of ours has no angle bracket left.
    expect(made.replaceAll(/<\/?[a-z0-9]+(?:\s+[a-z]+="[^"]*")*\s*>/g, '')).not.toMatch(/[<>]/);
    for (const [, tag, attributes = ''] of tags) {
      expect(tag).toMatch(/^(?:p|br|a|code|pre|table|thead|tbody|tr|th|td|em|strong)$/);
      for (const [, name, value = ''] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
        expect(name).toMatch(/^(?:href|rel|title|class)$/);
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:)/);
      }
    }
  });

  it('takes a deep or repetitive source in its stride', () => {
    const startedAt = performance.now();
    for (const source of ['>'.repeat(10_000), '['.repeat(10_000), '*a_'.repeat(3_333), '`'.repeat(10_000)]) {
      renderMarkdown(source);
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
