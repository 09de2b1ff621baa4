// Decides how the addresses and keys of the running stack are written down, for shells and for our own command line.
import { quote, unquote } from '../program/shell-quote.ts';

export type Environment = Readonly<Record<string, string>>;

/** Lines that a shell can source. */
export function formatEnvironment(environment: Environment): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('');
}

export function parseEnvironment(text: string): Environment {
  const entries = text.split('\n').flatMap((line) => {
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, unquote(value)] as const];
  });
  return Object.fromEntries(entries);
}
