import { describe, expect, it } from '@jest/globals';
import { readEndpointUrl } from './endpoint-url.ts';

const ABSOLUTE = 'url must be an absolute https address';
const HTTPS = 'url must start with https://';
const CREDENTIALS = 'url must not hold credentials; deliveries are signed instead';

describe('the address of an endpoint', () => {
  const rows: { name: string; text: string; fault: string | null; privately?: string | null }[] = [
    { name: 'https', text: 'https://example.com/hooks?a=1', fault: null },
    { name: 'another port', text: 'https://example.com:8443/hooks', fault: null },
    { name: 'upper case', text: 'HTTPS://EXAMPLE.COM/', fault: null },
    { name: 'an international name', text: 'https://bücher.example/', fault: null },
    { name: 'an address', text: 'https://8.8.8.8/', fault: null },
    { name: 'http', text: 'http://example.com/', fault: HTTPS, privately: null },
    { name: 'another scheme', text: 'ftp://example.com/', fault: ABSOLUTE },
    { name: 'a name without scheme', text: 'example.com/hooks', fault: ABSOLUTE },
    { name: 'a path', text: '/hooks', fault: ABSOLUTE },
    { name: 'no host', text: 'https://', fault: ABSOLUTE },
    { name: 'one slash', text: 'https:/example.com', fault: ABSOLUTE },
    { name: 'backslashes', text: 'https:\\\\example.com', fault: ABSOLUTE },
    { name: 'a backslash behind the host', text: 'https://example.com\\@127.0.0.1/', fault: ABSOLUTE },
    { name: 'a space', text: 'https://example.com/a b', fault: ABSOLUTE },
    { name: 'a line break inside', text: 'https://exam\nple.com/', fault: ABSOLUTE },
    { name: 'a tab inside', text: 'https://exam\tple.com/', fault: ABSOLUTE },
    { name: 'spaces around', text: ' https://example.com/ ', fault: ABSOLUTE },
    { name: 'a user', text: 'https://user@example.com/', fault: CREDENTIALS },
    { name: 'a password', text: 'https://:secret@example.com/', fault: CREDENTIALS },
    { name: 'a number too large for an address', text: 'https://256.256.256.256/', fault: ABSOLUTE },
    { name: 'a port too large', text: 'https://example.com:70000/', fault: ABSOLUTE },
  ];
  it.each(rows)('$name', ({ text, fault, privately = fault }) => {
    const faultOf = (allowPrivate: boolean): string | null => {
      const verdict = readEndpointUrl(text, allowPrivate);
      return verdict.ok ? null : verdict.fault;
    };
    expect({ fault: faultOf(false), privately: faultOf(true) }).toEqual({ fault, privately });
  });
});
