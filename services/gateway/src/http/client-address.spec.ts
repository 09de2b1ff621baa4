import { describe, expect, it } from '@jest/globals';
import { clientAddress } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    { given: '192.0.2.1', written: '192.0.2.1' },
    { given: '::ffff:192.0.2.1', written: '192.0.2.1' },
    { given: '2001:db8::1', written: '2001:db8::1' },
    { given: '::ffff:c000:201', written: '::ffff:c000:201' },
    { given: undefined, written: 'unknown' },
  ])('$given is written $written', ({ given, written }) => {
    expect(clientAddress(given)).toBe(written);
  });
});
