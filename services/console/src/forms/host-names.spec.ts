import { domainToASCII as nodeDomainToAscii } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { domainToASCII, isIP } from './host-names.ts';

describe('a browser', () => {
  it.each([
    { kind: 4, texts: ['127.0.0.1', '0.0.0.0', '255.255.255.255'] },
    { kind: 6, texts: ['::1', '::', '2001:db8::1', '::ffff:1.2.3.4', 'fe80::1'] },
    { kind: 0, texts: ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.', ':', '1::2::3', 'g::1', 'a:80', '[::1]', ''] },
  ])('takes texts for IP addresses of kind $kind as Node does', ({ kind, texts }) => {
    expect(texts.map(isIP)).toEqual(texts.map(() => kind));
  });

  it.each([
    'example.com',
    'BÜCHER.example',
    '1.2.3',
    '0x7f.1',
    'a_b.example',
    '例え.テスト',
    'x..y',
    'a b',
    'xn--a',
    '',
  ])('gives %j the same ASCII form as Node does', (text) => {
    expect(domainToASCII(text)).toBe(nodeDomainToAscii(text));
  });
});
