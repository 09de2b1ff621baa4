import { describe, expect, it } from '@jest/globals';
import { runBatch } from './batch.ts';
import { answer, refuse, type BatchAnswer, type Outcome } from './command.ts';

async function* linesOf(...lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

async function answersTo(...lines: string[]): Promise<BatchAnswer[]> {
  const answers: BatchAnswer[] = [];
  for await (const each of runBatch(linesOf(...lines), echo)) answers.push(each);
  return answers;
}

const echo = async (args: readonly string[]): Promise<Outcome> =>
  args[0] === 'fail' ? refuse('It fails.') : answer({ args }, 'for people', args[0] === 'sick' ? 1 : 0);

describe('a line of a batch', () => {
  const refusal = { exitCode: 1, error: 'Line 1 must be a JSON array with the words of one command.' };
  const rows: { line: string; answers: unknown[] }[] = [
    { line: '["org","list"]', answers: [{ exitCode: 0, answer: { args: ['org', 'list'] } }] },
    { line: '  ["a b"]  ', answers: [{ exitCode: 0, answer: { args: ['a b'] } }] },
    { line: '[]', answers: [{ exitCode: 0, answer: { args: [] } }] },
    { line: '["sick"]', answers: [{ exitCode: 1, answer: { args: ['sick'] } }] },
    { line: '["fail"]', answers: [{ exitCode: 1, error: 'It fails.' }] },
    { line: '', answers: [] },
    { line: ' \t', answers: [] },
    { line: 'org list', answers: [refusal] },
    { line: '"org"', answers: [refusal] },
    { line: '["org", 1]', answers: [refusal] },
    { line: '{"0":"org"}', answers: [refusal] },
    { line: 'null', answers: [refusal] },
  ];
  it.each(rows)('$line', async ({ line, answers }) => {
    expect(await answersTo(line)).toEqual(answers);
  });
});

it('a command that fails does not stop the next ones, and lines are counted as they were written', async () => {
  expect(await answersTo('["fail"]', '', 'oops', '["last"]')).toEqual([
    { exitCode: 1, error: 'It fails.' },
    { exitCode: 1, error: 'Line 3 must be a JSON array with the words of one command.' },
    { exitCode: 0, answer: { args: ['last'] } },
  ]);
});

it('a command runs only after the one before it is answered', async () => {
  const ran: string[] = [];
  const batch = runBatch(linesOf('["first"]', '["second"]'), async ([name = '']) => {
    ran.push(name);
    return answer(name, name);
  });
  expect(await batch.next()).toMatchObject({ value: { answer: 'first' } });
  expect(ran).toEqual(['first']);
  expect(await batch.next()).toMatchObject({ value: { answer: 'second' } });
});
