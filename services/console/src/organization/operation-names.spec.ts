import { describe, expect, it } from '@jest/globals';
import { consoleContract, contract } from '@vedette/contract';
import { de } from '../words-de/operations.ts';
import { operationWords } from '../words/operations.ts';
import { operationChoices, operationName } from './operation-names.ts';

const writes = [...contract.operations, ...consoleContract.operations]
  .filter(({ effect }) => effect === 'write')
  .map(({ id }) => id);

describe('the name of an operation', () => {
  it.each([
    { name: 'is in English words', id: 'updateMonitor', words: operationWords(), is: 'Monitor changed' },
    { name: 'is in German words', id: 'updateMonitor', words: de, is: 'Monitor geändert' },
    {
      name: 'is its id for an operation of a newer server',
      id: 'foldMonitor',
      words: operationWords(),
      is: 'foldMonitor',
    },
    {
      name: 'is its id even if every object has a property of that name',
      id: 'constructor',
      words: operationWords(),
      is: 'constructor',
    },
  ])('$name', ({ id, words, is }) => {
    expect(operationName(id, words)).toBe(is);
  });

  it('is in words in both languages for every operation of both contracts that writes', () => {
    expect(writes.length).toBeGreaterThan(50);
    for (const words of [operationWords(), de]) {
      expect(writes.filter((id) => operationName(id, words) === id)).toEqual([]);
    }
  });
});

describe('the operations to filter by', () => {
  it.each([
    { name: 'are none without words', words: {}, choices: [] },
    {
      name: 'are in the order of their words',
      words: { b: 'Update published', a: 'Änderung', c: 'API key revoked' },
      choices: [
        ['a', 'Änderung'],
        ['c', 'API key revoked'],
        ['b', 'Update published'],
      ],
    },
    {
      name: 'have their ids where two have the same words',
      words: { removeMember: 'Person removed', removePerson: 'Person removed', addPerson: 'Person added' },
      choices: [
        ['addPerson', 'Person added'],
        ['removeMember', 'Person removed · removeMember'],
        ['removePerson', 'Person removed · removePerson'],
      ],
    },
  ])('$name', ({ words, choices }) => {
    expect(operationChoices(words, 'en')).toEqual(choices);
  });
});
