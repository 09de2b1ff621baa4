import { describe, expect, it } from '@jest/globals';
import { natsAddress, type NatsAddress } from './nats-address.ts';

describe('what the client is told from NATS_URL', () => {
  const rows: { name: string; url: string; told: NatsAddress }[] = [
    { name: 'one server', url: 'nats://a:4222', told: { servers: ['nats://a:4222'] } },
    { name: 'several servers', url: 'nats://a:4222,tls://b', told: { servers: ['nats://a:4222', 'tls://b'] } },
    {
      name: 'a user and a password',
      url: 'nats://vedette:p%40ss@a:4222,nats://b:4222',
      told: { servers: ['nats://a:4222', 'nats://b:4222'], user: 'vedette', pass: 'p@ss' },
    },
    { name: 'a token', url: 'nats://s3cret@a:4222', told: { servers: ['nats://a:4222'], token: 's3cret' } },
  ];
  it.each(rows)('$name', ({ url, told }) => {
    expect(natsAddress(url)).toEqual(told);
  });
});
