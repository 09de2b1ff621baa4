import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { secretText, signatureHeaders, signingKey } from './webhook-signature.ts';

const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  body: Buffer.from('{"test": 2432232314}'),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const secretOf = (fill: number): string => secretText(Buffer.alloc(32, fill));

describe('the signature of a delivery', () => {
  it('is that of the published test vector', () => {
    const { id, body, sentAt, secret, signature } = published;
    expect(signatureHeaders({ id, body, sentAt }, [signingKey(secret)])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': signature,
    });
  });

  const bodies: { name: string; body: Buffer }[] = [
    { name: 'nothing', body: Buffer.alloc(0) },
    { name: 'spaces that a parser would drop', body: Buffer.from('{ "a" :  1 }\n') },
    { name: 'characters beyond ASCII', body: Buffer.from('{"name":"Büro ☎ 東京 🛰"}') },
    { name: 'a long body', body: Buffer.from(JSON.stringify({ text: 'x'.repeat(300_000) })) },
  ];
  it.each(bodies)('is what the reference implementation makes of $name', ({ body }) => {
    const secret = secretOf(7);
    const sentAt = new Date();
    const headers = signatureHeaders({ id: 'evt_1', body, sentAt }, [signingKey(secret)]);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('evt_1', sentAt, body.toString('utf8')));
  });

  it('is one a secret, in the order given, and each secret alone verifies', () => {
    const secrets = [secretOf(1), secretOf(2), secretOf(3)];
    const body = Buffer.from('{"id":"evt_1"}');
    const headers = signatureHeaders({ id: 'evt_1', body, sentAt: new Date() }, secrets.map(signingKey));
    const signatures = headers['webhook-signature'].split(' ');
    expect(signatures).toHaveLength(3);
    secrets.forEach((secret, index) => {
      const alone = { ...headers, 'webhook-signature': signatures[index] ?? '' };
      expect(new Webhook(secret).verify(body.toString(), alone)).toEqual({ id: 'evt_1' });
      expect(new Webhook(secret).verify(body.toString(), { ...headers })).toEqual({ id: 'evt_1' });
    });
  });

  it('fails to verify when a byte of the body, the id or the time is another', () => {
    const secret = secretOf(9);
    const headers = {
      ...signatureHeaders({ id: 'evt_1', body: Buffer.from('{}'), sentAt: new Date() }, [signingKey(secret)]),
    };
    const receiver = new Webhook(secret);
    expect(() => receiver.verify('{ }', headers)).toThrow('No matching signature found');
    expect(() => receiver.verify('{}', { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching signature found');
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => receiver.verify('{}', { ...headers, 'webhook-timestamp': later })).toThrow(
      'No matching signature found',
    );
  });

  it('counts whole seconds, rounded down', () => {
    const headers = signatureHeaders({ id: 'evt_1', body: Buffer.from('{}'), sentAt: new Date(1_999) }, [
      signingKey(secretOf(1)),
    ]);
    expect(headers['webhook-timestamp']).toBe('1');
  });
});
