import { describe, expect, it } from '@jest/globals';
import { operationChoices } from './operation-choices.ts';

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
