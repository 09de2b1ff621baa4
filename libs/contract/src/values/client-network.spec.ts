import { describe, expect, it } from '@jest/globals';
import { clientNetwork } from './client-network.ts';

describe('what counts as one client', () => {
  it.each([
    { given: '192.0.2.1', counts: '192.0.2.1' },
    { given: '::ffff:192.0.2.1', counts: '192.0.2.1' },
    { given: '::ffff:c000:201', counts: '192.0.2.1' },
    { given: '::FFFF:0.0.0.0', counts: '0.0.0.0' },
    { given: '2001:db8::1', counts: '2001:db8:0:0::/64' },
    { given: '2001:DB8:0:0:ffff:ffff:ffff:ffff', counts: '2001:db8:0:0::/64' },
    { given: '2001:0db8:0000:0000:0000:0000:0000:0001', counts: '2001:db8:0:0::/64' },
    { given: '2001:db8:0:1::1', counts: '2001:db8:0:1::/64' },
    { given: '2001:db8:1:2:3:4:5:6', counts: '2001:db8:1:2::/64' },
    { given: '2001:db8::192.0.2.1', counts: '2001:db8:0:0::/64' },
    { given: 'fe80::1%eth0', counts: 'fe80:0:0:0::/64' },
    { given: '::1', counts: '0:0:0:0::/64' },
    { given: '::', counts: '0:0:0:0::/64' },
    { given: '1::', counts: '1:0:0:0::/64' },
    { given: '192.0.2.1:5678', counts: '192.0.2.1' },
    { given: '[2001:db8::1]:443', counts: '2001:db8:0:0::/64' },
    { given: '[2001:db8::2]', counts: '2001:db8:0:0::/64' },
    { given: 'unknown', counts: 'unknown' },
    { given: '', counts: '' },
  ])('$given counts as $counts', ({ given, counts }) => {
    expect(clientNetwork(given)).toBe(counts);
  });
});
