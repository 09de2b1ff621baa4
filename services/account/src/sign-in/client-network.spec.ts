import { describe, expect, it } from '@jest/globals';
import { networkOf } from './client-network.ts';

describe('the network of a client', () => {
  it.each([
    { address: '192.0.2.1', network: '192.0.2.1' },
    { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
    { address: '2001:0DB8:1:2::1', network: '2001:db8:1:2::/64' },
    { address: '2001:db8::1', network: '2001:db8:0:0::/64' },
    { address: '2001:db8:1:2:3::', network: '2001:db8:1:2::/64' },
    { address: '::1', network: '0:0:0:0::/64' },
    { address: 'unknown', network: 'unknown' },
  ])('$address is in $network', ({ address, network }) => {
    expect(networkOf(address)).toBe(network);
  });
});
