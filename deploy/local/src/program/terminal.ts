import { wantsColor } from './caller-config.ts';

// A terminal that was closed must not keep the processes from being stopped in order.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const color = wantsColor();
const startedAt = performance.now();

/** A step of the start, with the time since it began. */
export function say(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5);
  process.stdout.write(`${dim(`${seconds}s`)}  ${line}\n`);
}

/** Something that needs attention while everything runs. */
export function warn(line: string): void {
  process.stdout.write(`${yellow(line)}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function fail(sentence: string): void {
  process.stderr.write(`${red(sentence)}\n`);
}

export function bold(text: string): string {
  return paint('1', text);
}

function dim(text: string): string {
  return paint('2', text);
}

function yellow(text: string): string {
  return paint('33', text);
}

function red(text: string): string {
  return paint('31', text);
}

function paint(code: string, text: string): string {
  return color ? `\u001B[${code}m${text}\u001B[0m` : text;
}
