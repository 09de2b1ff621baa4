import type { Context, Entry, Outcome, Run } from './command.ts';
import { failureSentence } from './failure.ts';
import { parseCommandLine } from './program.ts';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command line and returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  entries: readonly Entry[],
  context: Context,
  output: Output,
): Promise<number> {
  const refuse = (sentence: string): number => {
    output.err(`${sentence}\n`);
    return 1;
  };
  const invocation = parseCommandLine(args, entries, context.now, context.version);
  if (invocation.kind === 'fault') return refuse(invocation.sentence);
  const { isJson } = invocation;
  const show = (json: unknown, text: string, exitCode = 0): number => {
    output.out(`${isJson ? JSON.stringify(json) : text}\n`);
    return exitCode;
  };
  if (invocation.kind !== 'run') return show({ [invocation.kind]: invocation.text }, invocation.text);
  try {
    const outcome = await runAndClose(invocation.run, context);
    return outcome.kind === 'answer' ? show(outcome.json, outcome.text, outcome.exitCode) : refuse(outcome.sentence);
  } catch (error) {
    return refuse(failureSentence(error));
  }
}

async function runAndClose(run: Run, context: Context): Promise<Outcome> {
  try {
    return await run(context);
  } finally {
    // An open connection would keep the process alive.
    await context.connections.close();
  }
}
