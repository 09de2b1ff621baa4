import { describe, expect, it } from '@jest/globals';
import type { ContactType } from '@vedette/contract';
import { maskedAddress } from './masked-address.ts';

const rows: { type: ContactType; address: string; shown: string }[] = [
  { type: 'EMAIL', address: 'ops@example.com', shown: 'o***@example.com' },
  { type: 'EMAIL', address: 'o@example.com', shown: 'o***@example.com' },
  { type: 'EMAIL', address: '𝒶da@example.com', shown: '𝒶***@example.com' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com/services/T0/B0/x', shown: 'https://hooks.example.com/***' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com:8443?token=x', shown: 'https://hooks.example.com:8443/***' },
  { type: 'WEBHOOK', address: 'https://hooks.example.com#token=x', shown: 'https://hooks.example.com/***' },
];

describe('a masked address', () => {
  it.each(rows)('$address is shown as $shown', ({ type, address, shown }) => {
    expect(maskedAddress(type, address)).toBe(shown);
  });
});
