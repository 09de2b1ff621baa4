// Decides whether people can sign in at the address of the console.
import { isLoopbackName } from '@vedette/contract/loopback-name';
import { fine, wrong, type Finding } from './finding.ts';

export function consoleAddressFinding(url: string): Finding {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return fine('console', `people sign in at ${url}`);
  return wrong(
    'console',
    `nobody can sign in at ${url}: a session is not safe over plain http`,
    'Set CONSOLE_PUBLIC_URL to an address with https, or to one on localhost.',
  );
}
