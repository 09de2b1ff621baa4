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
