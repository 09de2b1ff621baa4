import { describe, expect, it } from '@jest/globals';
import { certificateFault, namesIn, type SeenCertificate } from './certificate.ts';

const now = new Date('2026-03-10T12:00:00Z');
const seen: SeenCertificate = {
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validTo: new Date('2026-04-01T00:00:00Z'),
  names: ['www.example.com'],
};
const MESSAGE = 'what was said at first';

describe('certificateFault', () => {
  it.each<[string, string, Partial<SeenCertificate> | null, string]>([
    [
      'expired',
      'CERT_HAS_EXPIRED',
      { validTo: new Date('2026-03-08T11:00:00Z') },
      'Certificate for api.example.com expired 2 days ago',
    ],
    [
      'expired a moment ago',
      'CERT_HAS_EXPIRED',
      { validTo: now },
      'Certificate for api.example.com expired 1 minute ago',
    ],
    [
      'expired today',
      'CERT_HAS_EXPIRED',
      { validTo: new Date('2026-03-10T07:00:00Z') },
      'Certificate for api.example.com expired 5 hours ago',
    ],
    [
      'an expired authority',
      'CERT_HAS_EXPIRED',
      {},
      'A certificate in the chain of api.example.com has expired, above the one of api.example.com itself',
    ],
    [
      'not valid yet',
      'CERT_NOT_YET_VALID',
      { validFrom: new Date('2026-03-12T13:00:00Z') },
      'Certificate for api.example.com is not valid for another 2 days',
    ],
    ['an authority that is not valid yet', 'CERT_NOT_YET_VALID', {}, MESSAGE],
    [
      'for another host',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      {},
      'Certificate for api.example.com is for www.example.com instead',
    ],
    [
      'for two others',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      { names: ['a.example', 'b.example'] },
      'Certificate for api.example.com is for a.example and b.example instead',
    ],
    [
      'for three others',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      { names: ['a', 'b', 'c'] },
      'Certificate for api.example.com is for a, b and c instead',
    ],
    [
      'for many others',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      { names: ['a', 'b', 'c', 'd', 'e'] },
      'Certificate for api.example.com is for a, b, c and 2 more instead',
    ],
    [
      'for nobody',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      { names: [] },
      'Certificate for api.example.com names no host at all',
    ],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', {}, MESSAGE],
    ['never seen', 'CERT_HAS_EXPIRED', null, MESSAGE],
  ])('%s', (_name, code, certificate, sentence) => {
    const refused = { code, host: 'api.example.com', message: MESSAGE };
    expect(certificateFault(refused, certificate === null ? null : { ...seen, ...certificate }, now)).toBe(sentence);
  });
});

describe('namesIn', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['DNS:a.example', ['a.example']],
    ['DNS:a.example, DNS:*.b.example, IP Address:203.0.113.7', ['a.example', '*.b.example', '203.0.113.7']],
    ['email:a@b.example, DNS:"odd"', ['odd']],
  ])('%p', (subjectAltName, names) => {
    expect(namesIn(subjectAltName)).toEqual(names);
  });
});
