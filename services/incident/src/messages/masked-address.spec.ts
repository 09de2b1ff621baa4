import { describe, expect, it } from '@jest/globals';
import type { ContactType } from '@vedette/contract';
import { isMasked, isSecretAddress, maskedAddress } from './masked-address.ts';

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
