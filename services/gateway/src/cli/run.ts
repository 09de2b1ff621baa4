import { answer, refuse, type Context, type Group, type Outcome } from './command.ts';
import { failureSentence } from './failure.ts';
import { parseCommandLine, type Invocation } from './parse.ts';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command line and returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  groups: readonly Group[],
  context: Context,
  output: Output,
): Promise<number> {
  const { isJson, invocation } = parseCommandLine(args, groups, context.now);
  const outcome = await carryOut(invocation, context);
  switch (outcome.kind) {
    case 'answer':
      output.out(`${isJson ? JSON.stringify(outcome.json) : outcome.text}\n`);
      return 0;
    case 'refusal':
      output.err(`${outcome.sentence}\n`);
      return 1;
  }
}

async function carryOut(invocation: Invocation, context: Context): Promise<Outcome> {
  switch (invocation.kind) {
    case 'help':
      return answer({ help: invocation.text }, invocation.text);
    case 'fault':
      return refuse(invocation.sentence);
    case 'run':
      try {
        return await runAndClose(invocation.run, context);
      } catch (error) {
        return refuse(failureSentence(error));
      }
  }
}

async function runAndClose(run: (context: Context) => Promise<Outcome>, context: Context): Promise<Outcome> {
  try {
    return await run(context);
  } finally {
    // An open connection would keep the process alive.
    await context.connections.close();
  }
}
