import { describe, expect, it } from '@jest/globals';
import { escape, markup, Markup } from './markup.ts';

describe('markup', () => {
  it.each([
    {
      name: 'text',
      value: markup`<p>${'a < b & "c" > \'d\''}</p>`,
      is: '<p>a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;</p>',
    },
    { name: 'an attribute', value: markup`<a href="${'"><script>'}">`, is: '<a href="&quot;&gt;&lt;script&gt;">' },
    { name: 'markup', value: markup`<p>${markup`<b>${'&'}</b>`}</p>`, is: '<p><b>&amp;</b></p>' },
    { name: 'a number', value: markup`${0}`, is: '0' },
    { name: 'nothing', value: markup`${null}${undefined}${false}`, is: '' },
    { name: 'a list', value: markup`${['<', markup`<i>`, [1, '>']]}`, is: '&lt;<i>1&gt;' },
    { name: 'what looks like a template', value: markup`${'${x} \\n'}`, is: '${x} \\n' },
  ])('takes $name', ({ value, is }) => {
    expect(value.text).toBe(is);
  });

  it('takes markup as it is only when it says so', () => {
    expect(markup`${new Markup('<hr>')}${'<hr>'}`.text).toBe('<hr>&lt;hr&gt;');
  });
});

describe('escaped text', () => {
  it('leaves out what neither HTML nor XML can hold', () => {
    expect(escape('a\u0001b\u0008\u000B\u001F\u007F\uFFFEc\t\n😀é')).toBe('abc\t\n😀é');
  });
});
