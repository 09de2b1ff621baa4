import { describe, expect, it } from '@jest/globals';
import { newHeartbeatToken } from './heartbeat-token.ts';

describe('a heartbeat token', () => {
  it('has at least 128 random bits in characters that a URL carries as they are', () => {
    const token = newHeartbeatToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(token.length * 6).toBeGreaterThanOrEqual(128);
  });

  it('is never the same twice', () => {
    const tokens = Array.from({ length: 10_000 }, newHeartbeatToken);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
