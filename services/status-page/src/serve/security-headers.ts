// Decides what browsers may do with anything that the public listener sends.

/** An image brings its own styles and nothing else, also when it is looked at by itself. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function pagePolicy(frameAncestors: readonly string[]): string {
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
  return policy.join('; ');
}

/** Names and values in turn, as `writeHead` takes them. */
export function securityHeaders(policy: string): readonly string[] {
  return [
    'content-security-policy',
    policy,
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
