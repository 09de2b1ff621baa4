import { describe, expect, it } from '@jest/globals';
import { smtpFailure, statusWords } from './smtp-failure.ts';

describe('a mail that was not taken', () => {
  it.each([
    {
      name: 'because the recipient is unknown never will be',
      error: { code: 'EENVELOPE', responseCode: 550, permanent: true, response: '550 No such user' },
      reason: 'the mail server answered "550 No such user"',
      maskedReason: 'the mail server answered 550',
      isPermanent: true,
    },
    {
      name: 'because the server is busy may be later',
      error: { code: 'EMESSAGE', responseCode: 451, permanent: false, response: '451 Come\r\nback' },
      reason: 'the mail server answered "451 Come back"',
      maskedReason: 'the mail server answered 451',
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
  ])('$name', ({ error, reason, maskedReason = reason, detail = 'no reason was given', isPermanent }) => {
    expect(smtpFailure(error)).toEqual({ ok: false, reason, maskedReason, detail, isPermanent });
  });
});

describe('an answer of a mail server without its text', () => {
  it.each([
    { response: '250 2.0.0 Ok: queued as 4F1', words: 'the mail server answered 250' },
    { response: 'queued for ops@example.com', words: 'the mail server answered' },
    { response: '', words: 'the mail server answered' },
  ])('of "$response" is "$words"', ({ response, words }) => {
    expect(statusWords(response)).toBe(words);
  });
});
