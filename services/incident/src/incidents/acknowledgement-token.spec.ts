import { describe, expect, it } from '@jest/globals';
import { acknowledgementToken, readToken } from './acknowledgement-token.ts';

const [key, previous, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const right = { incidentId: 'inc_1', contactId: 'ac_1' };
const alertedAt = new Date('2026-11-01T00:00:00.000Z');
const at = (text: string): Date => new Date(text);
const token = acknowledgementToken(key, right, alertedAt);
const [incident, contact, expiry, mac = ''] = token.split('.');
const later = (Number.parseInt(expiry ?? '', 36) + 1).toString(36);

/** The last character of a code has two bits that are not part of its bytes. */
function sameBytes(last = ''): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return alphabet.charAt(alphabet.indexOf(last) + 1);
}

describe('a token to acknowledge', () => {
  const genuine = { kind: 'genuine', right };
  const refused = (because: string) => ({ kind: 'refused', because });
  it.each([
    { name: 'is genuine at once', presented: token, now: at('2026-11-01T00:00:00Z'), verdict: genuine },
    { name: 'is genuine up to its end', presented: token, now: at('2026-11-07T23:59:59.999Z'), verdict: genuine },
    { name: 'ends after seven days', presented: token, now: at('2026-11-08T00:00:00Z'), verdict: refused('expired') },
    {
      name: 'is genuine while its key is being replaced',
      presented: acknowledgementToken(previous, right, alertedAt),
      verdict: genuine,
    },
    {
      name: 'of a key that is gone is forged',
      presented: acknowledgementToken(other, right, alertedAt),
      verdict: refused('forged'),
    },
    { name: 'is bound to its incident', presented: `inc_2.${contact}.${expiry}.${mac}`, verdict: refused('forged') },
    { name: 'is bound to its contact', presented: `${incident}.ac_2.${expiry}.${mac}`, verdict: refused('forged') },
    { name: 'is bound to its end', presented: `${incident}.${contact}.${later}.${mac}`, verdict: refused('forged') },
    { name: 'is nothing without its code', presented: `inc_1.ac_1.${expiry}.`, verdict: refused('forged') },
    { name: 'has no padding', presented: `${token}=`, verdict: refused('forged') },
    {
      name: 'has one text, although others are the same bytes',
      presented: token.slice(0, -1) + sameBytes(token.at(-1)),
      verdict: refused('forged'),
    },
    { name: 'has a code in base64url alone', presented: `${token}\n`, verdict: refused('forged') },
    { name: 'has a whole code', presented: token.slice(0, -4), verdict: refused('forged') },
    { name: 'has four parts', presented: `${token}.x`, verdict: refused('malformed') },
    { name: 'is no other text', presented: 'x', verdict: refused('malformed') },
  ])('$name', ({ presented, now = alertedAt, verdict }) => {
    expect(readToken([key, previous], presented, now)).toEqual(verdict);
  });

  it('is the same for the same alert', () => {
    expect(acknowledgementToken(key, right, alertedAt)).toBe(token);
  });
});
