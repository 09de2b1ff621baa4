import { createWriteStream, existsSync, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Launched } from '@vedette/local-stores';
import { readableLine } from './log-line.ts';
import { warn } from '../program/terminal.ts';

const LARGEST_BYTES = 20_000_000;

/** Limits the lines per service that the terminal shows in this time; further lines are only counted. */
const SHOWN_LINES = 20;
const SHOWN_WITHIN_MS = 10_000;

/** Everything a service prints goes to its file, of which the one before is kept; warnings and errors are shown too. */
export class ServiceLog {
  readonly path: string;
  readonly #service: string;
  readonly #isStarting: () => boolean;
  #file: WriteStream;
  #bytes = 0;
  #shown = 0;
  #hidden = 0;
  #windowEndsAt = 0;
  #lastWords = '';
  #isSpilling = false;

  /** While the stack starts, warnings are not shown: services that wait for each other are routine then. */
  constructor(service: string, path: string, isStarting: () => boolean) {
    this.#service = service;
    this.path = path;
    this.#isStarting = isStarting;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = this.#open();
  }

  /** The last important line since its start (the first line of a stack trace): the likely reason of a failed start. */
  get lastWords(): string {
    return this.#lastWords;
  }

  follow(launched: Launched): void {
    this.#lastWords = '';
    this.#isSpilling = false;
    this.#read(launched.stdout);
    this.#read(launched.stderr);
  }

  #read(stream: Readable | null): void {
    if (stream === null) return;
    createInterface(stream).on('line', (line) => {
      this.#write(line);
    });
  }

  #write(line: string): void {
    this.#bytes += line.length + 1;
    if (this.#bytes > LARGEST_BYTES) {
      this.#file.end();
      this.#file = this.#open();
    }
    this.#file.write(`${line}\n`);
    const shown = readableLine(line);
    if (shown === undefined) return;
    if (shown.kind === 'entry' || !this.#isSpilling) this.#lastWords = shown.text;
    this.#isSpilling = shown.kind === 'spilled';
    const isRoutine = shown.kind === 'entry' && shown.isWarning && this.#isStarting();
    if (!isRoutine) this.#show(`${this.#service}: ${shown.text}`);
  }

  #show(line: string): void {
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      if (this.#hidden > 0) warn(`${this.#service}: ${this.#hidden} more lines like these are in ${this.path}`);
      this.#windowEndsAt = now + SHOWN_WITHIN_MS;
      this.#shown = 0;
      this.#hidden = 0;
    }
    this.#shown += 1;
    if (this.#shown > SHOWN_LINES) this.#hidden += 1;
    else warn(line);
  }

  #open(): WriteStream {
    if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`);
    this.#bytes = 0;
    // A full disk costs the log, never the stack.
    return createWriteStream(this.path, { mode: 0o600 }).on('error', () => undefined);
  }
}
