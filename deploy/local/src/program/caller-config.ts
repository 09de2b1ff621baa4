import { resolve } from 'node:path';

/** What was set on purpose, for the services to inherit; an empty variable counts as not set, as everywhere. */
export function callerEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '' && !entry[0].startsWith('npm_'),
  );
  return Object.fromEntries(kept);
}

export function wantsColor(): boolean {
  return process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
}

/** The directory for data, keys and logs: in the checkout, unless the user names another one for a second stack. */
export function stateDirectory(checkout: string): string {
  const given = process.env['VEDETTE_STATE_DIRECTORY'] ?? '';
  return resolve(checkout, given === '' ? '.vedette' : given);
}
