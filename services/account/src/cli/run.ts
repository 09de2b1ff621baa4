import { answer, refuse, type Context, type Entry, type Outcome, type Run } from './command.ts';
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
  const { outcome, isJson } = await execute(args, entries, context);
  switch (outcome.kind) {
    case 'answer':
      output.out(`${isJson ? JSON.stringify(outcome.json) : outcome.text}\n`);
      return outcome.exitCode;
    case 'refusal':
      output.err(`${outcome.sentence}\n`);
      return 1;
    case 'batch': {
      let exitCode = 0;
      for await (const each of outcome.answers) {
        output.out(`${JSON.stringify(each)}\n`);
        exitCode = Math.max(exitCode, each.exitCode);
      }
      return exitCode;
    }
  }
}

export async function execute(
  args: readonly string[],
  entries: readonly Entry[],
  context: Context,
): Promise<{ readonly outcome: Outcome; readonly isJson: boolean }> {
  const invocation = parseCommandLine(args, entries, context.now, context.version);
  if (invocation.kind === 'fault') return { outcome: refuse(invocation.sentence), isJson: false };
  const { isJson } = invocation;
  if (invocation.kind !== 'run') {
    return { outcome: answer({ [invocation.kind]: invocation.text }, invocation.text), isJson };
  }
  try {
    return { outcome: await runAndClose(invocation.run, context), isJson };
  } catch (error) {
    return { outcome: refuse(failureSentence(error)), isJson };
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
