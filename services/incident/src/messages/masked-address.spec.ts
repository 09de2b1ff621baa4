import { describe, expect, it } from '@jest/globals';
import type { ContactType } from '@vedette/contract';
import {
  hiddenParts,
  isMasked,
  isSecretAddress,
  maskedAddress,
  withoutAddress,
  withoutAddresses,
  withoutQuotedAddresses,
} from './masked-address.ts';

const rows: { type: ContactType; address: string; shown: string }[] = [
  { type: 'EMAIL', address: 'ops@example.com', shown: 'o•••@example.com' },
  { type: 'EMAIL', address: 'o@example.com', shown: 'o•••@example.com' },
  { type: 'EMAIL', address: '𝒶da@example.com', shown: '𝒶•••@example.com' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com/services/T0/B0/x', shown: 'https://hooks.example.com/•••' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com:8443?token=x', shown: 'https://hooks.example.com:8443/•••' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com#token=x', shown: 'https://hooks.example.com/•••' },
  { type: 'SLACK', address: 'https://hooks.slack.com/services/T0/B0/x', shown: 'https://hooks.slack.com/•••' },
  { type: 'NTFY', address: 'https://ntfy.sh/shop', shown: 'https://ntfy.sh/•••' },
  { type: 'TELEGRAM', address: '-1001234567890', shown: '•••7890' },
  { type: 'PAGERDUTY', address: 'R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY32', shown: '•••EY32' },
];

describe('a masked address', () => {
  it.each(rows)('$address is shown as $shown', ({ type, address, shown }) => {
    expect(maskedAddress(type, address)).toBe(shown);
  });
});

describe('what others say about a masked address', () => {
  it.each<{ type: ContactType; address: string; text: string; shown: string }>([
    {
      type: 'EMAIL',
      address: 'ops@example.com',
      text: '550 5.1.1 <OPS@example.com>: user ops unknown, stops here',
      shown: '550 5.1.1 <•••@example.com>: user ••• unknown, stops here',
    },
    { type: 'EMAIL', address: 'a.b+c@example.com', text: 'no a.b+c here, but aab+c', shown: 'no ••• here, but aab+c' },
    { type: 'EMAIL', address: 'ops@example.com', text: 'answered 500', shown: 'answered 500' },
    {
      type: 'SLACK',
      address: 'https://hooks.slack.com/services/T0/B0/x',
      text: 'no such hook: https://hooks.slack.com/services/T0/B0/x, /services/T0/B0/x',
      shown: 'no such hook: https://hooks.slack.com/•••, /•••',
    },
    { type: 'WEBHOOK', address: 'https://hooks.example.com?token=x', text: 'bad token=x', shown: 'bad •••' },
    { type: 'WEBHOOK', address: 'https://hooks.example.com', text: 'answered 404', shown: 'answered 404' },
    { type: 'TELEGRAM', address: '-1001234567890', text: 'chat -1001234567890 is gone', shown: 'chat ••• is gone' },
    { type: 'TELEGRAM', address: '@shop_alerts', text: 'no @shop_alerts', shown: 'no •••' },
    { type: 'NTFY', address: 'https://ntfy.sh/shop', text: 'topic shop is full', shown: 'topic ••• is full' },
    { type: 'EMAIL', address: 'kim@example.com', text: 'no \u212Aim', shown: 'no •••' },
    { type: 'EMAIL', address: 'ops@example.com', text: 'no op\u017F', shown: 'no •••' },
    { type: 'EMAIL', address: 'νικος@example.com', text: 'no ΝΙΚΟΣ, νικοσ', shown: 'no •••, •••' },
  ])('$text is shown as $shown', ({ type, address, text, shown }) => {
    expect(withoutAddress(text, type, address)).toBe(shown);
  });
});

describe('what is said about several contacts', () => {
  const hidden = hiddenParts([
    { type: 'EMAIL', address: 'ops@example.com' },
    { type: 'EMAIL', address: 'alert@example.com' },
    { type: 'NTFY', address: 'https://ntfy.sh/alerts' },
    { type: 'TELEGRAM', address: '-1001234567890' },
    { type: 'EMAIL', address: '' },
  ]);
  it.each([
    {
      name: 'an address',
      text: 'Told ops@example.com of the outage by email',
      shown: 'Told •••@example.com of the outage by email',
    },
    {
      name: 'two of them',
      text: 'Told ops@example.com, because the chat -1001234567890 could not be reached',
      shown: 'Told •••@example.com, because the chat ••• could not be reached',
    },
    {
      name: 'an address of nobody who is known',
      text: 'Could not tell gone@example.org: "550 <gone@example.org>: no"',
      shown: 'Could not tell •••@example.org: "550 <•••@example.org>: no"',
    },
    { name: 'the chat of a contact that was removed', text: 'Told the chat @shop', shown: 'Told the chat •••' },
    { name: 'a name with the sign', text: 'Told @night of the outage', shown: 'Told @night of the outage' },
    {
      name: 'no address',
      text: 'Told Night shift of the outage by email',
      shown: 'Told Night shift of the outage by email',
    },
    { name: 'nothing', text: '', shown: '' },
  ])('$name', ({ text, shown }) => {
    expect(withoutAddresses(text)).toBe(shown);
    expect(withoutQuotedAddresses(text, hidden)).toBe(shown);
  });

  it('tries no matcher on a text without the part, because there may be a million of both', () => {
    const matcher = /ops/giu;
    Object.defineProperty(matcher, Symbol.replace, { value: () => 'tried' });
    const parts = [{ type: 'EMAIL', folded: 'OPS', matcher }] as const;
    expect(withoutQuotedAddresses('550 users unknown', parts)).toBe('550 users unknown');
    expect(withoutQuotedAddresses('550 Ops unknown', parts)).toBe('tried');
  });

  it('keeps ordinary words that are part of an address, unless others say them', () => {
    expect(withoutAddresses('Alert contacts are told together with other alerts')).toBe(
      'Alert contacts are told together with other alerts',
    );
    expect(withoutQuotedAddresses('550 5.1.1 users OPS and alert unknown', hidden)).toBe(
      '550 5.1.1 users ••• and ••• unknown',
    );
  });
});

describe('an address is masked', () => {
  it.each([
    { who: 'somebody who sees masks', seesMasks: true, type: 'EMAIL', expected: true },
    { who: 'somebody who sees masks', seesMasks: true, type: 'PAGERDUTY', expected: true },
    { who: 'somebody else', seesMasks: false, type: 'EMAIL', expected: false },
    { who: 'somebody else', seesMasks: false, type: 'SLACK', expected: true },
  ] as const)('for $who, $type: $expected', ({ seesMasks, type, expected }) => {
    expect(isMasked(seesMasks, type)).toBe(expected);
  });
});

describe('an address that is a secret', () => {
  it.each<{ type: ContactType; expected: boolean }>([
    { type: 'EMAIL', expected: false },
    { type: 'WEBHOOK', expected: false },
    { type: 'SLACK', expected: true },
    { type: 'DISCORD', expected: true },
    { type: 'TEAMS', expected: true },
    { type: 'TELEGRAM', expected: false },
    { type: 'PAGERDUTY', expected: true },
    { type: 'NTFY', expected: false },
  ])('$type: $expected', ({ type, expected }) => {
    expect(isSecretAddress(type)).toBe(expected);
  });
});
