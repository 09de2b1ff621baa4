import { describe, expect, it } from '@jest/globals';
import { readPing, type PingVerdict } from './ping-output.ts';

const HEAD = 'PING 203.0.113.7 (203.0.113.7) 56(84) bytes of data.\n';
const reply = (seq: number, ms: string): string => `64 bytes from 203.0.113.7: icmp_seq=${seq} ttl=57 time=${ms} ms\n`;
const tail = (received: number): string =>
  `\n--- 203.0.113.7 ping statistics ---\n3 packets transmitted, ${received} received, 0% packet loss, time 402ms\n`;

describe('readPing', () => {
  it.each<[string, string, string, number | null, PingVerdict]>([
    [
      'the best of three answers',
      `${HEAD}${reply(1, '12.4')}${reply(2, '9.81')}${reply(3, '10')}${tail(3)}`,
      '',
      0,
      { kind: 'answered', bestMs: 9.81 },
    ],
    ['one answer of three', `${HEAD}${reply(2, '0.045')}${tail(1)}`, '', 0, { kind: 'answered', bestMs: 0.045 }],
    ['an answer before it was killed', `${HEAD}${reply(1, '31')}`, '', null, { kind: 'answered', bestMs: 31 }],
    ['silence', `${HEAD}${tail(0)}`, '', 1, { kind: 'unanswered', reason: null }],
    ['silence until it was killed', HEAD, '', null, { kind: 'unanswered', reason: null }],
    [
      'a router that knows better',
      `${HEAD}From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n${tail(0)}`,
      '',
      1,
      { kind: 'unanswered', reason: '10.0.0.1 says Destination Host Unreachable' },
    ],
    [
      'an IPv6 router',
      `From 2001:db8::1: icmp_seq=1 Destination unreachable: No route\n`,
      '',
      1,
      { kind: 'unanswered', reason: '2001:db8::1 says Destination unreachable: No route' },
    ],
    [
      'no route from here',
      '',
      'ping: connect: Network is unreachable\n',
      2,
      { kind: 'unanswered', reason: 'there is no route to it' },
    ],
    [
      'a machine that may not ping',
      '',
      'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\n',
      2,
      { kind: 'unable', reason: 'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted' },
    ],
    ['an unknown end', '', '', 126, { kind: 'unable', reason: 'ping ended with 126' }],
  ])('%s', (_name, stdout, stderr, exitCode, verdict) => {
    expect(readPing({ stdout, stderr, exitCode })).toEqual(verdict);
  });
});
