import { describe, expect, it } from '@jest/globals';
import { clientAddress, trustedProxies } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    { peer: '192.0.2.1', address: '192.0.2.1' },
    { peer: '::ffff:192.0.2.1', address: '192.0.2.1' },
    { peer: '2001:db8::1', address: '2001:db8::1' },
    { peer: '::ffff:c000:201', address: '::ffff:c000:201' },
    { peer: undefined, address: 'unknown' },
  ])('$peer is written $address', ({ peer, address }) => {
    expect(clientAddress({ peer, forwardedFor: undefined }, trustedProxies([]))).toBe(address);
  });

  it.each([
    { name: 'an untrusted peer is the client', peer: '192.0.2.9', header: '203.0.113.7', address: '192.0.2.9' },
    { name: 'what a trusted peer has seen', peer: '10.0.0.1', header: '203.0.113.7', address: '203.0.113.7' },
    { name: 'a trusted peer that has said nothing', peer: '10.0.0.1', header: undefined, address: '10.0.0.1' },
    { name: 'a trusted peer with an empty header', peer: '10.0.0.1', header: ' , ', address: '10.0.0.1' },
    {
      name: 'what a client invents is not believed',
      peer: '10.0.0.1',
      header: '1.1.1.1, 203.0.113.7',
      address: '203.0.113.7',
    },
    { name: 'through two trusted proxies', peer: '10.0.0.1', header: '203.0.113.7,10.9.9.9', address: '203.0.113.7' },
    { name: 'proxies all the way', peer: '10.0.0.1', header: '10.0.0.3, 10.0.0.2', address: '10.0.0.3' },
    { name: 'a mapped peer', peer: '::ffff:10.0.0.1', header: '::ffff:203.0.113.7', address: '203.0.113.7' },
    { name: 'a single trusted address', peer: '2001:db8::1', header: '203.0.113.7', address: '203.0.113.7' },
    { name: 'its neighbour', peer: '2001:db8::2', header: '203.0.113.7', address: '2001:db8::2' },
    { name: 'a trusted range of IPv6', peer: 'fd00::42', header: '2001:db8::7', address: '2001:db8::7' },
    { name: 'no address in the header', peer: '10.0.0.1', header: '203.0.113.7, unknown', address: 'unknown' },
  ])('$name', ({ peer, header, address }) => {
    const isTrusted = trustedProxies(['10.0.0.0/8', '2001:db8::1', 'fd00::/8']);
    expect(clientAddress({ peer, forwardedFor: header }, isTrusted)).toBe(address);
  });
});
