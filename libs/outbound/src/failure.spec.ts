import { describe, expect, it } from '@jest/globals';
import { codeOf, diagnose, diagnoseCertificate, diagnoseEnd, endpointOf, type Phase } from './failure.ts';

const ENDPOINT = '203.0.113.7:443';

describe('diagnose', () => {
  it.each<[code: string, phase: Phase, reason: string, message: string]>([
    ['ECONNREFUSED', 'connect', 'refused', 'Connection refused by 203.0.113.7:443'],
    ['ETIMEDOUT', 'connect', 'timeout', '203.0.113.7:443 stopped answering'],
    ['EHOSTUNREACH', 'connect', 'unreachable', 'No route to 203.0.113.7:443'],
    ['ENETUNREACH', 'connect', 'unreachable', 'No route to 203.0.113.7:443'],
    ['EADDRNOTAVAIL', 'connect', 'unreachable', 'No route to 203.0.113.7:443'],
    ['ECONNRESET', 'connect', 'closed', 'Connection closed by 203.0.113.7:443 before it was established'],
    ['ECONNRESET', 'tls', 'closed', 'Connection closed by 203.0.113.7:443 during the TLS handshake'],
    ['ECONNRESET', 'request', 'closed', 'Connection closed by 203.0.113.7:443 before a response came'],
    ['EPIPE', 'request', 'closed', 'Connection closed by 203.0.113.7:443 before a response came'],
    ['ECONNRESET', 'response', 'closed', 'Connection closed by 203.0.113.7:443 before the response was complete'],
    ['HPE_INVALID_CONSTANT', 'request', 'protocol', '203.0.113.7:443 did not answer in HTTP'],
    ['HPE_HEADER_OVERFLOW', 'request', 'protocol', 'Response headers from 203.0.113.7:443 are too large'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'tls', 'a.example (203.0.113.7:443) does not speak TLS'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls', 'tls', 'a.example (203.0.113.7:443) offers no TLS version of at least 1.2'],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'tls',
      'tls',
      'TLS handshake with a.example (203.0.113.7:443) failed (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
    ],
  ])('%s in phase %s is %s', (code, phase, reason, message) => {
    const error = Object.assign(new Error('raw'), { code });
    expect(diagnose(error, { phase, endpoint: ENDPOINT, servername: 'a.example' })).toEqual({
      phase,
      reason,
      code,
      message,
    });
  });

  it('keeps the words of an error without a code', () => {
    expect(diagnose(new Error('odd'), { phase: 'request', endpoint: ENDPOINT })).toEqual({
      phase: 'request',
      reason: 'protocol',
      code: null,
      message: 'odd',
    });
    expect(diagnose('odd', { phase: 'connect', endpoint: ENDPOINT })).toMatchObject({
      reason: 'unreachable',
      message: 'odd',
    });
  });

  it('names the endpoint alone where there is no server name', () => {
    expect(diagnose({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, { phase: 'tls', endpoint: ENDPOINT }).message).toBe(
      '203.0.113.7:443 does not speak TLS',
    );
  });
});

describe('diagnoseCertificate', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'Certificate for a.example has expired'],
    ['CERT_NOT_YET_VALID', 'Certificate for a.example is not valid yet'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Certificate for a.example is self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'Certificate for a.example comes from an authority that is not trusted'],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'Certificate for a.example comes with an incomplete chain or from an unknown authority',
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Certificate for a.example is for another name'],
    ['CERT_CHAIN_TOO_LONG', 'Certificate for a.example is not acceptable (CERT_CHAIN_TOO_LONG)'],
  ])('%s', (code, message) => {
    expect(diagnoseCertificate(code, 'a.example')).toEqual({ phase: 'tls', reason: 'certificate', code, message });
  });
});

describe('diagnoseEnd', () => {
  it.each<[Phase, number, string]>([
    ['dns', 30_000, 'No DNS answer for a.example within 30 seconds'],
    ['connect', 1000, 'No connection to a.example within 1 second'],
    ['tls', 1500, 'No TLS handshake with a.example within 1.5 seconds'],
    ['request', 2000, 'No response from a.example within 2 seconds'],
    ['response', 50, 'No complete response from a.example within 0.05 seconds'],
  ])('names what was waited for in phase %s, and the limit', (phase, limitMs, message) => {
    expect(diagnoseEnd('timeout', limitMs, phase, 'a.example')).toEqual({
      phase,
      reason: 'timeout',
      code: null,
      message,
    });
  });

  it('tells a caller that gave up from a deadline that passed', () => {
    expect(diagnoseEnd('aborted', 1000, 'connect', 'a.example')).toMatchObject({
      reason: 'aborted',
      message: 'No connection to a.example before the attempt was cancelled',
    });
  });
});

it('endpointOf puts IPv6 into brackets', () => {
  expect(endpointOf('203.0.113.7', 80)).toBe('203.0.113.7:80');
  expect(endpointOf('2001:db8::1', 443)).toBe('[2001:db8::1]:443');
});

it('codeOf reads codes that are text, the innermost first', () => {
  expect(codeOf({ code: 'E' })).toBe('E');
  expect(codeOf({ code: 'OUTER', cause: { code: 'INNER' } })).toBe('INNER');
  expect(codeOf({ code: 'OUTER', cause: {} })).toBe('OUTER');
  expect([codeOf({ code: 1 }), codeOf({}), codeOf(null), codeOf('E')]).toEqual([null, null, null, null]);
});
