import { describe, expect, it } from '@jest/globals';
import { rdapExpiry, rdapServerFor, readBootstrap } from './rdap-answer.ts';

describe('rdapExpiry', () => {
  it.each<[string, unknown, string | null]>([
    [
      'the event that says so',
      {
        events: [
          { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
          { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
        ],
      },
      '2027-08-13T04:00:00Z',
    ],
    [
      "the registrar's where the registry has none",
      { events: [{ eventAction: 'registrar expiration', eventDate: '2027-08-13' }] },
      '2027-08-13',
    ],
    ['a date that is none', { events: [{ eventAction: 'expiration', eventDate: 'soon' }] }, 'soon'],
    ['an event without a date', { events: [{ eventAction: 'expiration' }] }, null],
    ['other events', { events: [{ eventAction: 'last changed', eventDate: '2026-01-01' }] }, null],
    ['no events', { ldhName: 'a.example' }, null],
    ['events that are none', { events: 'soon' }, null],
    ['an odd list', { events: [null, 1, 'x'] }, null],
    ['no object', 'hello', null],
    ['nothing', null, null],
  ])('%s', (_name, answer, expiry) => {
    expect(rdapExpiry(answer)).toBe(expiry);
  });
});

describe('the list of servers', () => {
  const servers = readBootstrap({
    services: [
      [
        ['com', 'net'],
        ['http://old.example/', 'https://rdap.example/com/v1/'],
      ],
      [['uk'], ['https://rdap.example/uk/']],
      [['co.uk'], ['https://rdap.example/co-uk/']],
      [['odd'], ['ftp://rdap.example/']],
      'broken',
    ],
  });

  it.each<[string, string | null]>([
    ['example.com', 'https://rdap.example/com/v1/'],
    ['example.net', 'https://rdap.example/com/v1/'],
    ['example.uk', 'https://rdap.example/uk/'],
    ['example.co.uk', 'https://rdap.example/co-uk/'],
    ['example.odd', null],
    ['example.de', null],
  ])('%s', (domain, server) => {
    expect(servers && rdapServerFor(servers, domain)?.href).toBe(server ?? undefined);
  });

  it.each([null, {}, { services: 'none' }, 'text'])('is not %p', (list) => {
    expect(readBootstrap(list)).toBeUndefined();
  });
});
