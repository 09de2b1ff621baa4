// Decides what browsers may do with anything that the public listener sends.

/** Names and values in turn, as `writeHead` takes them. */
export function securityHeaders(frameAncestors: readonly string[]): readonly string[] {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ];
  return [
    'content-security-policy',
    policy.join('; '),
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'cross-origin-opener-policy',
    'same-origin',
    // Everything here is public: other sites may read the JSON and show the badges.
    'access-control-allow-origin',
    '*',
    'cross-origin-resource-policy',
    'cross-origin',
  ];
}
