import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Deadline, ResolvedAddress } from '@vedette/outbound';
import { Places } from '@vedette/turns';
import { readPing, type PingVerdict } from '../answers/ping-output.ts';

const ECHOES = 3;
const BETWEEN_ECHOES_SECONDS = 0.2;
/** The time that the ping process itself needs to start and to end. */
const OVERHEAD_SECONDS = 0.1;
const SHORTEST_WAIT_SECONDS = 0.2;
const MAX_OUTPUT = 8_192;

/**
 * Sends echo requests with the system's ping, which has the permission that our unprivileged process lacks. Each ping
 * is a process, so the number of concurrent pings is limited.
 */
export class Pings {
  readonly #places: Places;

  constructor(concurrency: number) {
    this.#places = new Places({ places: concurrency, maxWaiting: Infinity });
  }

  /** Runs `work` when there is a place for one more ping. The wait does not use up the target's time limit. */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#places.run('', work, signal);
  }

  async send({ address, family }: ResolvedAddress, deadline: Deadline): Promise<PingVerdict> {
    const leftSeconds = (deadline.limitMs - deadline.elapsedMs) / 1000;
    const waitSeconds = leftSeconds - (ECHOES - 1) * BETWEEN_ECHOES_SECONDS - OVERHEAD_SECONDS;
    // This limit applies only if no reply came at all; otherwise ping itself waits for two round trips.
    const wait = Math.max(waitSeconds, SHORTEST_WAIT_SECONDS).toFixed(2);
    const args = [`-${family}`, '-n', '-c', `${ECHOES}`, '-i', `${BETWEEN_ECHOES_SECONDS}`, '-W', wait, address];
    return readPing(await run(args, deadline));
  }
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Rejects when the ping program cannot be run. */
function run(args: readonly string[], deadline: Deadline): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('ping', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const release = deadline.onEnd(() => child.kill('SIGKILL'));
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (exitCode) => {
      release();
      resolve({ stdout: stdout(), stderr: stderr(), exitCode });
    });
  });
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_OUTPUT) text += chunk;
  });
  return () => text;
}
