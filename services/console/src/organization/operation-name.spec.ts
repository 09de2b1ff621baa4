import { describe, expect, it } from '@jest/globals';
import { consoleContract, contract } from '@vedette/contract';
import { de } from '../words-de/operations.ts';
import { operationWords } from '../words/operations.ts';
import { operationName } from './operation-name.ts';

const writes = [...contract.operations, ...consoleContract.operations]
  .filter(({ effect }) => effect === 'write')
  .map(({ id }) => id);

describe('operationName', () => {
  it.each([
    { name: 'English words', id: 'updateMonitor', words: operationWords(), is: 'Monitor changed' },
    { name: 'German words', id: 'updateMonitor', words: de, is: 'Monitor geändert' },
    { name: 'an operation of a newer server', id: 'foldMonitor', words: operationWords(), is: 'foldMonitor' },
    { name: 'an id that every object has', id: 'constructor', words: operationWords(), is: 'constructor' },
  ])('$name', ({ id, words, is }) => {
    expect(operationName(id, words)).toBe(is);
  });

  it('has words in both languages for every operation of both contracts that writes', () => {
    expect(writes.length).toBeGreaterThan(50);
    for (const words of [operationWords(), de]) {
      expect(writes.filter((id) => operationName(id, words) === id)).toEqual([]);
    }
  });
});
