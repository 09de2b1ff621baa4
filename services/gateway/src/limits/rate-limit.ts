// Decides what the count of a window means for the client, and writes it into the five headers.

export const WINDOW_SECONDS = 60;

/** Its name in the headers, and the requests that it permits in a window. */
export interface RatePolicy {
  readonly name: 'public-api' | 'console';
  readonly limit: number;
}

/** The state of a window, including this request. */
export interface CountedWindow {
  readonly count: number;
  readonly resetMs: number;
}

export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly resetSeconds: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function rateVerdict({ name, limit }: RatePolicy, window: CountedWindow): RateVerdict {
  const remaining = Math.max(0, limit - window.count);
  const seconds = resetSeconds(window.resetMs);
  return {
    isAllowed: window.count <= limit,
    resetSeconds: seconds,
    headers: {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(seconds),
      RateLimit: `${name};r=${remaining};t=${seconds}`,
      'RateLimit-Policy': `${name};q=${limit};w=${WINDOW_SECONDS}`,
    },
  };
}

/** In how many seconds the client may try again. */
export function resetSeconds(resetMs: number, windowSeconds: number = WINDOW_SECONDS): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil(resetMs / 1_000)));
}
