import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './read-config.ts';
import {
  address,
  addressRanges,
  dnsServers,
  flag,
  integer,
  ipAddress,
  list,
  oneOf,
  port,
  secretKey,
  text,
  type Variable,
} from './variable.ts';

const ABOUT = 'what it is for';
const keyBytes = createHash('sha256').update('a key').digest();
const key = keyBytes.toString('base64');

describe('a variable that fits', () => {
  const rows: { name: string; variable: Variable<unknown>; raw: string | undefined; value: unknown }[] = [
    { name: 'text', variable: text('X', { about: ABOUT }), raw: 'a b', value: 'a b' },
    {
      name: 'optional text left out',
      variable: text('X', { about: ABOUT, default: null }),
      raw: undefined,
      value: null,
    },
    { name: 'integer at its minimum', variable: integer('X', { about: ABOUT, min: 1, max: 5 }), raw: '1', value: 1 },
    { name: 'integer at its maximum', variable: integer('X', { about: ABOUT, min: 1, max: 5 }), raw: '5', value: 5 },
    { name: 'integer left out', variable: integer('X', { about: ABOUT, default: 9 }), raw: undefined, value: 9 },
    { name: 'empty counts as left out', variable: integer('X', { about: ABOUT, default: 9 }), raw: '', value: 9 },
    { name: 'port', variable: port('X', { about: ABOUT }), raw: '65535', value: 65_535 },
    { name: 'flag true', variable: flag('X', { about: ABOUT }), raw: 'true', value: true },
    { name: 'flag 0', variable: flag('X', { about: ABOUT }), raw: '0', value: false },
    { name: 'one of', variable: oneOf('X', ['a', 'b'], { about: ABOUT }), raw: 'b', value: 'b' },
    {
      name: 'address',
      variable: address('X', { about: ABOUT, protocols: ['nats', 'tls'] }),
      raw: 'tls://h:4222',
      value: 'tls://h:4222',
    },
    {
      name: 'address that paths are appended to',
      variable: address('X', { about: ABOUT, protocols: ['https'], isBase: true }),
      raw: 'https://h/pages//',
      value: 'https://h/pages',
    },
    {
      name: 'DNS servers',
      variable: dnsServers('X', { about: ABOUT, default: [] }),
      raw: '192.0.2.53, 192.0.2.53:5353,[2001:db8::53]:53',
      value: ['192.0.2.53', '192.0.2.53:5353', '[2001:db8::53]:53'],
    },
    { name: 'IP address', variable: ipAddress('X', { about: ABOUT, default: null }), raw: '::1', value: '::1' },
    { name: 'list', variable: list('X', { about: ABOUT, default: [] }), raw: 'a, b,,c', value: ['a', 'b', 'c'] },
    {
      name: 'several addresses',
      variable: address('X', { about: ABOUT, protocols: ['nats'], many: true }),
      raw: 'nats://a:4222,nats://b:4222',
      value: 'nats://a:4222,nats://b:4222',
    },
    {
      name: 'address ranges',
      variable: addressRanges('X', { about: ABOUT, default: [] }),
      raw: '10.0.0.0/8, ::1, fd00::/128',
      value: ['10.0.0.0/8', '::1', 'fd00::/128'],
    },
    { name: 'secret key', variable: secretKey('X', { about: ABOUT }), raw: key, value: keyBytes },
    {
      name: 'optional secret key left out',
      variable: secretKey('X', { about: ABOUT, default: null }),
      raw: '',
      value: null,
    },
  ];
  it.each(rows)('$name', ({ variable, raw, value }) => {
    expect(readConfig({ x: variable }, { X: raw })).toEqual({ x: value });
  });
});

describe('a variable that does not fit names itself and what it must be', () => {
  const rows: { name: string; variable: Variable<unknown>; raw: string | undefined; fault: string }[] = [
    { name: 'missing', variable: text('X', { about: ABOUT }), raw: undefined, fault: 'X is required: what it is for' },
    {
      name: 'below the minimum',
      variable: integer('X', { about: ABOUT, min: 1, max: 5 }),
      raw: '0',
      fault: 'X must be a whole number from 1 to 5, not "0"',
    },
    {
      name: 'above the maximum',
      variable: integer('X', { about: ABOUT, min: 1, max: 5 }),
      raw: '6',
      fault: 'X must be a whole number from 1 to 5, not "6"',
    },
    {
      name: 'a fraction',
      variable: integer('X', { about: ABOUT }),
      raw: '1.5',
      fault: 'X must be a whole number from 0, not "1.5"',
    },
    {
      name: 'not a flag',
      variable: flag('X', { about: ABOUT }),
      raw: 'yes',
      fault: 'X must be true or false, not "yes"',
    },
    ...['proxy.example.com', '10.0.0.0/33', '::1/129', '10.0.0.1/', '10.0.0.0/8/8'].map((raw) => ({
      name: `${raw} is no address range`,
      variable: addressRanges('X', { about: ABOUT, default: [] }),
      raw,
      fault: `X must be addresses or ranges such as 10.0.0.0/8, not "${raw}"`,
    })),
    {
      name: 'a name is no IP address',
      variable: ipAddress('X', { about: ABOUT, default: '127.0.0.1' }),
      raw: 'localhost',
      fault: 'X must be an IP address such as 127.0.0.1, not "localhost"',
    },
    {
      name: 'none of',
      variable: oneOf('X', ['a', 'b'], { about: ABOUT }),
      raw: 'c',
      fault: 'X must be one of a, b, not "c"',
    },
    {
      name: 'several addresses where one is expected',
      variable: address('X', { about: ABOUT, protocols: ['nats'] }),
      raw: 'nats://a:4222,nats://b:4222',
      fault: 'X must be an address that starts with nats://, not "nats://a:4222,nats://b:4222"',
    },
    {
      name: 'one bad address among several',
      variable: address('X', { about: ABOUT, protocols: ['nats'], many: true }),
      raw: 'nats://a:4222,http://b',
      fault: 'X must be addresses that start with nats://, not "nats://a:4222,http://b"',
    },
    {
      name: 'a DNS server by name',
      variable: dnsServers('X', { about: ABOUT, default: [] }),
      raw: '192.0.2.53,dns.example',
      fault: 'X must be DNS servers by address, not "192.0.2.53,dns.example"',
    },
    {
      name: 'a secret address is never repeated',
      variable: address('X', { about: ABOUT, protocols: ['postgresql'], secret: true }),
      raw: 'mysql://user:hunter2@h/db',
      fault: 'X must be an address that starts with postgresql://',
    },
    {
      name: 'a secret is never repeated',
      variable: secretKey('X', { about: ABOUT }),
      raw: 'hunter2',
      fault: 'X must be 32 random bytes in base64 (openssl rand -base64 32)',
    },
    ...[
      { name: 'a key of zeros', bytes: Buffer.alloc(32) },
      { name: 'a key of one byte over and over', bytes: Buffer.alloc(32, 7) },
      { name: 'a key of a short pattern', bytes: Buffer.alloc(32, 'change me') },
      { name: 'a key that counts', bytes: Buffer.from(Array.from({ length: 32 }, (_, i) => i)) },
      {
        name: 'a key that counts down in threes',
        bytes: Buffer.from(Array.from({ length: 32 }, (_, i) => 200 - 3 * i)),
      },
    ].map(({ name, bytes }) => ({
      name,
      variable: secretKey('X', { about: ABOUT }),
      raw: bytes.toString('base64'),
      fault: 'X must be 32 random bytes in base64 (openssl rand -base64 32)',
    })),
  ];
  it.each(rows)('$name', ({ variable, raw, fault }) => {
    expect(() => readConfig({ x: variable }, { X: raw })).toThrow(new ConfigError([fault]));
  });

  it('takes every key that is really random', () => {
    for (let i = 0; i < 1_000; i += 1) {
      const raw = randomBytes(32).toString('base64');
      expect(readConfig({ x: secretKey('X', { about: ABOUT }) }, { X: raw }).x.toString('base64')).toBe(raw);
    }
  });
});
