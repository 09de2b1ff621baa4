import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { bareEnvironment } from '../config.ts';
import { inRepository } from '../repository.ts';
import type { ServiceEnvironment } from '../stack-addresses.ts';

interface Answer {
  readonly exitCode: number;
  readonly answer?: unknown;
  readonly error?: string;
}

/**
 * The operator's command line as a process that runs one command after the other (`vedette batch`), in an eighth of
 * the processor time that a process for each takes. It starts with the first command, and ends by itself with this process.
 */
export class CommandBatch {
  readonly #env: ServiceEnvironment;
  readonly #waiting: PromiseWithResolvers<Answer>[] = [];
  #program: ChildProcessWithoutNullStreams | undefined;

  constructor(env: ServiceEnvironment) {
    this.#env = env;
  }

  /** Returns what the command prints with `--json`; an error says the sentence with which it is refused. */
  async run(args: readonly string[]): Promise<unknown> {
    const refusal = new Error();
    const answered = Promise.withResolvers<Answer>();
    this.#waiting.push(answered);
    this.#program ??= this.#start();
    keepAlive(this.#program, true);
    this.#program.stdin.write(`${JSON.stringify(args)}\n`);
    const { exitCode, answer, error = JSON.stringify(answer) } = await answered.promise;
    if (exitCode === 0) return answer;
    refusal.message = error;
    throw refusal;
  }

  async close(): Promise<void> {
    const program = this.#program;
    if (program === undefined) return;
    keepAlive(program, true);
    program.stdin.end();
    await once(program, 'close');
  }

  #start(): ChildProcessWithoutNullStreams {
    const program = spawn(process.execPath, [inRepository('services/account/bundle/cli.js'), 'batch'], {
      env: { ...bareEnvironment(), ...this.#env },
    });
    let complaints = '';
    program.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    createInterface({ input: program.stdout }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line) as Answer);
      if (this.#waiting.length === 0) keepAlive(program, false);
    });
    // A process that has ended is told by its end.
    program.stdin.on('error', () => undefined);
    program.once('close', (code, signal) => {
      this.#program = undefined;
      const ended = new Error(`The command line ended with ${code ?? signal}: ${complaints}`);
      for (const each of this.#waiting.splice(0)) each.reject(ended);
    });
    return program;
  }
}

/** Whether this process waits for the program; it does not for one that has nothing to do. */
function keepAlive(program: ChildProcessWithoutNullStreams, isNeeded: boolean): void {
  const pipes = [program.stdin, program.stdout, program.stderr].filter((pipe) => pipe instanceof Socket);
  for (const each of [program, ...pipes]) {
    if (isNeeded) each.ref();
    else each.unref();
  }
}
