import { SERVICES } from '@vedette/local-stores';
import type { SharedStack } from '@vedette/test-kit';

export const API_PORT = 'the API';

/** Every port that a service listens on. */
export const PORTS = [API_PORT, 'public pages', 'pings', ...SERVICES.map((name) => `internal, ${name}`)];

export function portUrl(stack: SharedStack, port: string): string {
  const internal = Object.entries(stack.internalUrls).map(([name, url]) => [`internal, ${name}`, url] as const);
  const urls = new Map([
    [API_PORT, stack.apiUrl],
    ['public pages', stack.statusUrl],
    ['pings', stack.heartbeatUrl],
    ...internal,
  ]);
  const url = urls.get(port);
  if (url === undefined) throw new Error(`The stack has no port for ${port}`);
  return url;
}
