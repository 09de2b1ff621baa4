import { describe, expect, it } from '@jest/globals';
import { smtpFailure } from './smtp-failure.ts';
import { webhookVerdict } from './webhook-verdict.ts';

const now = new Date('2026-11-15T10:00:00.000Z');

describe('a mail that was not taken', () => {
  it.each([
    {
      name: 'because the recipient is unknown never will be',
      error: { code: 'EENVELOPE', responseCode: 550, permanent: true, response: '550 No such user' },
      reason: 'the mail server answered "550 No such user"',
      isPermanent: true,
    },
    {
      name: 'because the server is busy may be later',
      error: { code: 'EMESSAGE', responseCode: 451, permanent: false, response: '451 Come\r\nback' },
      reason: 'the mail server answered "451 Come back"',
      isPermanent: false,
    },
    {
      name: 'because our password is wrong may be when that is mended',
      error: { code: 'EAUTH', responseCode: 535, permanent: true, response: '535 Bad credentials for bob' },
      reason: 'the mail server does not accept us',
      isPermanent: false,
    },
    {
      name: 'because the server is away may be later',
      error: { code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:25' },
      reason: 'the mail server cannot be reached',
      detail: 'connect ECONNREFUSED 127.0.0.1:25',
      isPermanent: false,
    },
    {
      name: 'for no reason at all may be later',
      error: undefined,
      reason: 'the mail server cannot be reached',
      isPermanent: false,
    },
  ])('$name', ({ error, reason, detail = 'no reason was given', isPermanent }) => {
    expect(smtpFailure(error)).toEqual({ ok: false, reason, detail, isPermanent, retryAfterMs: null });
  });
});

describe('the answer to a webhook', () => {
  it.each([200, 201, 204, 299])('%d is a success', (status) => {
    expect(webhookVerdict(status, undefined, now)).toEqual({ ok: true });
  });

  it.each([408, 425, 429, 500, 502, 503, 599])('%d is worth another attempt', (status) => {
    const reason = `the receiver answered ${status}`;
    expect(webhookVerdict(status, undefined, now)).toEqual({
      ok: false,
      reason,
      isPermanent: false,
      retryAfterMs: null,
    });
  });

  it.each([199, 301, 302, 400, 401, 403, 404, 410, 422])('%d is final', (status) => {
    expect(webhookVerdict(status, undefined, now)).toMatchObject({ ok: false, isPermanent: true });
  });

  it.each([
    { header: '30', retryAfterMs: 30_000 },
    { header: '0', retryAfterMs: 0 },
    { header: 'Sun, 15 Nov 2026 10:01:00 GMT', retryAfterMs: 60_000 },
    { header: 'Sun, 15 Nov 2026 09:00:00 GMT', retryAfterMs: 0 },
    { header: 'soon', retryAfterMs: null },
  ])('asks to wait with Retry-After: $header', ({ header, retryAfterMs }) => {
    expect(webhookVerdict(429, header, now)).toMatchObject({ retryAfterMs });
  });
});
