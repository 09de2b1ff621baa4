import { describe, expect, it } from '@jest/globals';
import { rereadAfterMs } from './reread-delay.ts';

const rows = [
  { name: 'an answer that took too long', code: 'timeout', hasValue: false, afterMs: 5_000 },
  { name: 'a server that failed', code: 'internal_error', hasValue: false, afterMs: 5_000 },
  { name: 'a late answer about what is known already', code: 'timeout', hasValue: true, afterMs: undefined },
  { name: 'a failure about what is known already', code: 'internal_error', hasValue: true, afterMs: undefined },
  { name: 'a lost connection', code: 'connection_error', hasValue: false, afterMs: undefined },
  { name: 'what is gone', code: 'not_found', hasValue: false, afterMs: undefined },
  { name: 'what the role may not see', code: 'forbidden', hasValue: false, afterMs: undefined },
] as const;

describe('the next read by itself', () => {
  it.each(rows)('after $name: $afterMs', ({ code, hasValue, afterMs }) => {
    expect(rereadAfterMs({ code, hasValue })).toBe(afterMs);
  });
});
