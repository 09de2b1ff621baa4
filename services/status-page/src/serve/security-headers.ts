// Decides what browsers may do with the answers of the public listener.

/** An image may use its own inline styles and load nothing, also when a browser opens it directly. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function pagePolicy(frameAncestors: readonly string[], images = "'self'"): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ];
  return policy.join('; ');
}

/** Names and values alternate, as `writeHead` expects. */
export function securityHeaders(policy: string): readonly string[] {
  return [
    ...strictHeaders(policy),
    'cross-origin-opener-policy',
    'same-origin',
    // Everything here is public: other sites may read the JSON and show the badges.
    'access-control-allow-origin',
    '*',
    'cross-origin-resource-policy',
    'cross-origin',
  ];
}

/**
 * A preview is for the person who asked for it: only the console shows it, in a sandboxed frame, which takes no page with
 * an opener policy. Its logo is in the document.
 */
export function previewHeaders(consoleUrl: string | null): readonly string[] {
  const ancestor = consoleUrl === null ? "'none'" : new URL(consoleUrl).origin;
  return [...strictHeaders(pagePolicy([ancestor], "'self' data:")), 'cross-origin-resource-policy', 'same-origin'];
}

function strictHeaders(policy: string): readonly string[] {
  return ['content-security-policy', policy, 'x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'];
}
