import { describe, expect, it } from '@jest/globals';
import { SqlPart, sqlPart, statementOf } from './sql.ts';

describe('a tagged statement', () => {
  it.each([
    { name: 'without values is its text', given: sqlPart`SELECT 1`, statement: ['SELECT 1'] },
    {
      name: 'has a parameter for each value, whatever it is',
      given: sqlPart`SELECT ${'one'}, ${null}, ${['two', 3]}::text[], ${undefined}`,
      statement: ['SELECT $1, $2, $3::text[], $4', 'one', null, ['two', 3], undefined],
    },
    {
      name: 'contains its parts, with their parameters in order',
      given: sqlPart`SELECT ${1} WHERE ${sqlPart`a = ${2} AND ${sqlPart`b = ${3}`}`} AND c = ${4}`,
      statement: ['SELECT $1 WHERE a = $2 AND b = $3 AND c = $4', 1, 2, 3, 4],
    },
    {
      name: 'contains a part that has no values',
      given: sqlPart`SELECT ${sqlPart`id`} FROM a WHERE id = ${1}`,
      statement: ['SELECT id FROM a WHERE id = $1', 1],
    },
    {
      name: 'contains a part whose text is made elsewhere',
      given: sqlPart`SELECT ${1} FROM ${new SqlPart(['a.b'])}`,
      statement: ['SELECT $1 FROM a.b', 1],
    },
    {
      name: 'takes what only looks like a part for a value',
      given: sqlPart`SELECT ${{ strings: ['1; DROP TABLE a'], values: [] }}`,
      statement: ['SELECT $1', { strings: ['1; DROP TABLE a'], values: [] }],
    },
  ])('$name', ({ given, statement }) => {
    expect(statementOf(given)).toEqual(statement);
  });
});
