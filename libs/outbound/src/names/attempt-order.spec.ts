import { describe, expect, it } from '@jest/globals';
import { attemptOrder, MAX_ADDRESSES } from './attempt-order.ts';

const order = (...addresses: string[]) =>
  attemptOrder(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))).map((a) => a.address);

describe('attemptOrder', () => {
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['one', ['::1'], ['::1']],
    ['IPv4 first', ['::1', '1.1.1.1'], ['1.1.1.1', '::1']],
    ['families in turn', ['1.1.1.1', '1.1.1.2', '::1', '::2'], ['1.1.1.1', '::1', '1.1.1.2', '::2']],
    [
      'the rest of the longer family',
      ['1.1.1.1', '1.1.1.2', '1.1.1.3', '::1'],
      ['1.1.1.1', '::1', '1.1.1.2', '1.1.1.3'],
    ],
    ['the order DNS gave within a family', ['1.1.1.2', '1.1.1.1'], ['1.1.1.2', '1.1.1.1']],
    ['no address twice', ['1.1.1.1', '1.1.1.1'], ['1.1.1.1']],
  ])('gives %s', (_name, given, expected) => {
    expect(order(...given)).toEqual(expected);
  });

  it('bounds how many addresses one name can make us try', () => {
    expect(order(...Array.from({ length: 200 }, (_, i) => `1.1.1.${i}`))).toHaveLength(MAX_ADDRESSES);
  });
});
