import { describe, expect, it } from '@jest/globals';
import { httpVerdict } from './http-verdict.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const reply = (status: number, retryAfter?: string) => ({ status, retryAfter, body: '' });

describe('the answer to a message', () => {
  it.each([200, 201, 204, 299])('%d is a success', (status) => {
    expect(httpVerdict(reply(status), now)).toEqual({ ok: true });
  });

  it.each([408, 425, 429, 500, 502, 503, 599])('%d is worth another attempt', (status) => {
    const reason = `the receiver answered ${status}`;
    expect(httpVerdict(reply(status), now)).toEqual({
      ok: false,
      reason,
      isPermanent: false,
      retryAfterMs: null,
    });
  });

  it.each([199, 301, 302, 400, 401, 403, 404, 410, 422])('%d is final', (status) => {
    expect(httpVerdict(reply(status), now)).toMatchObject({ ok: false, isPermanent: true });
  });

  it.each([
    { header: '30', retryAfterMs: 30_000 },
    { header: '0', retryAfterMs: 0 },
    { header: '0.3005', retryAfterMs: 301 },
    { header: 'Sun, 15 Nov 2026 10:01:00 GMT', retryAfterMs: 60_000 },
    { header: 'Sun, 15 Nov 2026 09:00:00 GMT', retryAfterMs: 0 },
    { header: 'soon', retryAfterMs: null },
  ])('asks to wait with Retry-After: $header', ({ header, retryAfterMs }) => {
    expect(httpVerdict(reply(429, header), now)).toMatchObject({ retryAfterMs });
  });
});
