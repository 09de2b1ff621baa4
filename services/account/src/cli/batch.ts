import type { BatchAnswer, Outcome } from './command.ts';

/** Runs one command after the other, and answers each as soon as it has run. */
export async function* runBatch(
  lines: AsyncIterable<string>,
  run: (args: readonly string[]) => Promise<Outcome>,
): AsyncGenerator<BatchAnswer> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const words = wordsOf(line);
    if (words !== undefined) yield answerOf(await run(words));
    else yield { exitCode: 1, error: `Line ${number} must be a JSON array with the words of one command.` };
  }
}

function wordsOf(line: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(line);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}

function answerOf(outcome: Outcome): BatchAnswer {
  switch (outcome.kind) {
    case 'answer':
      return { exitCode: outcome.exitCode, answer: outcome.json };
    case 'refusal':
      return { exitCode: 1, error: outcome.sentence };
    case 'batch':
      throw new Error('A batch was begun within a batch');
  }
}
