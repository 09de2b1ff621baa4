import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { scramVerifier } from './scram-verifier.ts';

/** The example of RFC 7677. */
const SALT = 'W22ZaJ0SNY7soEsUEjb6gQ==';
const NONCE = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const MESSAGE = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${NONCE},s=${SALT},i=4096,c=biws,r=${NONCE}`;
const CLIENT_PROOF = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=';
const SERVER_SIGNATURE = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

const signed = (key: Buffer): Buffer => createHmac('sha256', key).update(MESSAGE).digest();

describe('the verifier of a password', () => {
  const verifier = scramVerifier('pencil', Buffer.from(SALT, 'base64'), 4096);
  const [, storedKey = '', serverKey = ''] = /^SCRAM-SHA-256\$4096:[^$]+\$([^:]+):(.+)$/.exec(verifier) ?? [];

  it('names its salt and iterations', () => {
    expect(verifier).toContain(`$4096:${SALT}$`);
  });

  it('accepts the proof of a client that knows the password', () => {
    const signature = signed(Buffer.from(storedKey, 'base64'));
    const clientKey = Buffer.from(CLIENT_PROOF, 'base64').map((byte, index) => byte ^ (signature[index] ?? 0));
    expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
  });

  it('proves to the client that the server knows it', () => {
    expect(signed(Buffer.from(serverKey, 'base64')).toString('base64')).toBe(SERVER_SIGNATURE);
  });
});
