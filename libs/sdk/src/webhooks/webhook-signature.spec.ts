import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type SignedMessage, signatureVerdict } from './webhook-signature.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const SECONDS = NOW / 1_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"type":"monitor.up","name":"Müller"}';

function signatureOf(secret: string, text: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

function signed(timestamp: string | number, more: Partial<SignedMessage> & { secret?: string } = {}): SignedMessage {
  const { secret = SECRET, ...changed } = more;
  return {
    id: 'evt_1',
    timestamp: String(timestamp),
    signatures: signatureOf(secret, `evt_1.${String(timestamp)}.${BODY}`),
    body: Buffer.from(BODY),
    ...changed,
  };
}

const good = signatureOf(SECRET, `evt_1.${String(SECONDS)}.${BODY}`);

describe('signatureVerdict', () => {
  it.each<{ name: string; message: SignedMessage; verdict: string }>([
    { name: 'a signature of now', message: signed(SECONDS), verdict: 'valid' },
    { name: 'five minutes old', message: signed(SECONDS - 300), verdict: 'valid' },
    { name: 'a second more', message: signed(SECONDS - 301), verdict: 'too-old' },
    { name: 'five minutes ahead', message: signed(SECONDS + 300), verdict: 'valid' },
    { name: 'a second further', message: signed(SECONDS + 301), verdict: 'too-new' },
    { name: 'no number', message: signed('1e9'), verdict: 'bad-timestamp' },
    { name: 'an empty time', message: signed(''), verdict: 'bad-timestamp' },
    { name: 'a negative time', message: signed('-5'), verdict: 'bad-timestamp' },
    {
      name: 'a time of another message',
      message: signed(SECONDS, { timestamp: String(SECONDS - 1) }),
      verdict: 'no-match',
    },
    { name: 'no time', message: signed(SECONDS, { timestamp: null }), verdict: 'missing-headers' },
    { name: 'no id', message: signed(SECONDS, { id: null }), verdict: 'missing-headers' },
    { name: 'an empty id', message: signed(SECONDS, { id: '' }), verdict: 'missing-headers' },
    { name: 'no signature', message: signed(SECONDS, { signatures: null }), verdict: 'missing-headers' },
    { name: 'an empty signature', message: signed(SECONDS, { signatures: '' }), verdict: 'no-match' },
    { name: 'another id', message: signed(SECONDS, { id: 'evt_2' }), verdict: 'no-match' },
    { name: 'another body', message: signed(SECONDS, { body: Buffer.from(`${BODY} `) }), verdict: 'no-match' },
    { name: 'an empty body', message: signed(SECONDS, { body: Buffer.alloc(0) }), verdict: 'no-match' },
    { name: 'another secret', message: signed(SECONDS, { secret: OTHER }), verdict: 'no-match' },
    { name: 'the newer of two secrets', message: signed(SECONDS, { signatures: `${good} v1,AAAA` }), verdict: 'valid' },
    { name: 'the older of two secrets', message: signed(SECONDS, { signatures: `v1,AAAA ${good}` }), verdict: 'valid' },
    {
      name: 'another version',
      message: signed(SECONDS, { signatures: good.replace('v1,', 'v2,') }),
      verdict: 'no-match',
    },
    { name: 'no version', message: signed(SECONDS, { signatures: good.slice(3) }), verdict: 'no-match' },
    { name: 'no base64', message: signed(SECONDS, { signatures: 'v1,%%%' }), verdict: 'no-match' },
    { name: 'a shortened signature', message: signed(SECONDS, { signatures: good.slice(0, -4) }), verdict: 'no-match' },
  ])('$name: $verdict', async ({ message, verdict }) => {
    const { kind, ...rest } = await signatureVerdict(message, SECRET, NOW);
    expect('reason' in rest ? rest.reason : kind).toBe(verdict);
  });

  it('takes a secret without its prefix', async () => {
    expect(await signatureVerdict(signed(SECONDS), SECRET.slice('whsec_'.length), NOW)).toEqual({ kind: 'valid' });
  });

  it.each(['', 'whsec_', 'whsec_%%%'])('refuses %p as a secret', async (secret) => {
    await expect(signatureVerdict(signed(SECONDS), secret, NOW)).rejects.toThrow(TypeError);
  });
});
