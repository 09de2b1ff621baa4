import { describe, expect, it } from '@jest/globals';
import { IMAGE_POLICY, pagePolicy, previewHeaders, securityHeaders } from './security-headers.ts';

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]));
}

describe('a public page', () => {
  it('takes everything from its own host, and nothing else from anywhere', () => {
    expect(directives(pagePolicy(["'none'"]))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it.each([
    { name: 'nowhere', ancestors: ["'none'"], is: "'none'" },
    { name: 'on one site', ancestors: ['https://a.test'], is: 'https://a.test' },
    { name: 'on several sites', ancestors: ["'self'", 'https://a.test'], is: "'self' https://a.test" },
  ])('is framed $name', ({ ancestors, is }) => {
    expect(directives(pagePolicy(ancestors))['frame-ancestors']).toBe(is);
  });
});

describe('an image', () => {
  it('runs no script and loads nothing', () => {
    expect(directives(IMAGE_POLICY)).toEqual({ 'default-src': "'none'", 'style-src': "'unsafe-inline'", sandbox: '' });
  });
});

function fieldsOf(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
  );
}

describe('a preview', () => {
  it.each([
    { name: 'the console', consoleUrl: 'https://console.test', is: 'https://console.test' },
    { name: 'a console below a prefix', consoleUrl: 'https://tools.test:8443/vedette', is: 'https://tools.test:8443' },
    { name: 'nobody without a console', consoleUrl: null, is: "'none'" },
  ])('is framed by $name alone, and read by no other site', ({ consoleUrl, is }) => {
    const { 'content-security-policy': policy = '', ...fields } = fieldsOf(previewHeaders(consoleUrl));
    expect(directives(policy)).toEqual({
      ...directives(pagePolicy([])),
      'img-src': "'self' data:",
      'frame-ancestors': is,
    });
    expect(fields).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('every answer', () => {
  it('carries the policy, and keeps browsers from guessing, telling and isolating wrongly', () => {
    expect(fieldsOf(securityHeaders('the policy'))).toEqual({
      'content-security-policy': 'the policy',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});
