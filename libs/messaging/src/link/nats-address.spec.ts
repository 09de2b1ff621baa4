import { describe, expect, it } from '@jest/globals';
import { natsAddress, type NatsAddress } from './nats-address.ts';

describe('what the client is told from NATS_URL', () => {
  const rows: { name: string; url: string; caFile?: string; told: NatsAddress }[] = [
    { name: 'one server', url: 'nats://a:4222', told: { servers: ['nats://a:4222'] } },
    { name: 'several servers', url: 'nats://a:4222,nats://b', told: { servers: ['nats://a:4222', 'nats://b'] } },
    {
      name: 'TLS for every server as soon as one address asks for it',
      url: 'nats://a:4222,tls://b',
      told: { servers: ['nats://a:4222', 'tls://b'], tls: {} },
    },
    {
      name: 'the authority of servers with TLS',
      url: 'tls://vedette:pass@a:4222',
      caFile: '/ca.crt',
      told: { servers: ['tls://a:4222'], user: 'vedette', pass: 'pass', tls: { caFile: '/ca.crt' } },
    },
    {
      name: 'no authority for a server without TLS',
      url: 'nats://a:4222',
      caFile: '/ca.crt',
      told: { servers: ['nats://a:4222'] },
    },
    {
      name: 'a user and a password',
      url: 'nats://vedette:p%40ss@a:4222,nats://b:4222',
      told: { servers: ['nats://a:4222', 'nats://b:4222'], user: 'vedette', pass: 'p@ss' },
    },
    { name: 'a token', url: 'nats://s3cret@a:4222', told: { servers: ['nats://a:4222'], token: 's3cret' } },
  ];
  it.each(rows)('$name', ({ url, caFile, told }) => {
    expect(natsAddress(url, caFile)).toEqual(told);
  });
});
