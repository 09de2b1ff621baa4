import { describe, expect, it } from '@jest/globals';
import type { KeyUse } from '@vedette/contract';
import { KeyUses } from './key-uses.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 5, 1, 12, 0, second));

const home = (): string => '192.0.2.1';

/** Remembers what it was told, while it listens. */
function listener() {
  const told: KeyUse[][] = [];
  const listening = { isAway: false };
  const uses = new KeyUses(async (batch) => {
    if (listening.isAway) throw new Error('away');
    told.push(batch);
  });
  return { uses, told, listening };
}

describe('the uses of keys', () => {
  it('are told once, the last use of each key', async () => {
    const { uses, told } = listener();
    for (const second of [1, 2, 3]) uses.add('key_a', at(second), home);
    uses.add('key_b', at(2), () => '2001:db8::1');
    await uses.send();
    await uses.send();
    expect(told).toEqual([
      [
        { keyId: 'key_a', at: at(3).toISOString(), from: '192.0.2.1' },
        { keyId: 'key_b', at: at(2).toISOString(), from: '2001:db8::1' },
      ],
    ]);
  });

  it('are told in batches', async () => {
    const { uses, told } = listener();
    for (let number = 0; number < 2_500; number += 1) uses.add(`key_${number}`, at(0), home);
    await uses.send();
    expect(told.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
    expect(new Set(told.flat().map(({ keyId }) => keyId)).size).toBe(2_500);
  });

  it('are kept while nobody listens, and a later use counts', async () => {
    const { uses, told, listening } = listener();
    uses.add('key_a', at(1), home);
    uses.add('key_b', at(1), home);
    listening.isAway = true;
    const sending = uses.send();
    uses.add('key_b', at(2), home);
    await expect(sending).rejects.toThrow('away');
    listening.isAway = false;
    await uses.send();
    expect(new Map(told.flat().map((use) => [use.keyId, use.at]))).toEqual(
      new Map([
        ['key_a', at(1).toISOString()],
        ['key_b', at(2).toISOString()],
      ]),
    );
  });

  it('take the address once a batch', async () => {
    const { uses, told } = listener();
    let asked = 0;
    const from = (): string => `192.0.2.${(asked += 1)}`;
    for (const second of [1, 2, 3]) uses.add('key_a', at(second), from);
    await uses.send();
    uses.add('key_a', at(9), from);
    await uses.send();
    expect(told.flat().map((use) => use.from)).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(asked).toBe(2);
  });
});
