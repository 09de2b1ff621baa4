/** The environment of the stores' processes: enough to find programs, nothing that changes their behaviour. */
export function bareEnvironment(): Record<string, string> {
  return { PATH: searchPath().join(':'), LANG: 'C.UTF-8', TZ: 'UTC' };
}

/** The caller's own environment, for the package manager: proxies and the like are set there. */
export function callerEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** Debian keeps nats-server in /usr/sbin, which is not on an ordinary user's path. */
const ALSO_SEARCHED = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

export function searchPath(): string[] {
  const given = (process.env['PATH'] ?? '').split(':').filter((directory) => directory !== '');
  return [...new Set([...given, ...ALSO_SEARCHED])];
}
