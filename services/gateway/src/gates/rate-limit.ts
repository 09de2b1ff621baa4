// Decides what the count of a window means for the client, and writes it into the five headers.

export const WINDOW_SECONDS = 60;
const POLICY = 'public-api';

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

export function rateVerdict(limit: number, window: CountedWindow): RateVerdict {
  const remaining = Math.max(0, limit - window.count);
  const resetSeconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(window.resetMs / 1_000)));
  return {
    isAllowed: window.count <= limit,
    resetSeconds,
    headers: {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSeconds),
      RateLimit: `${POLICY};r=${remaining};t=${resetSeconds}`,
      'RateLimit-Policy': `${POLICY};q=${limit};w=${WINDOW_SECONDS}`,
    },
  };
}
