import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type KeyPair } from '../servers/certificates.ts';
import { announceAuthority, announcedAuthority, announcedStack, announceStack, testRun } from '../config.ts';
import { operatorOf, type Operator } from './operator.ts';
import type { StackAddresses } from '../stack-addresses.ts';
import { startStack, type TestStack } from './stack.ts';

/** A stack that many suites share, each with its own organizations. No suite may stop, starve or reconfigure it. */
export interface SharedStack extends StackAddresses {
  readonly operator: Operator;
}

/** Called before all suites, by the process that starts them. */
export async function startSharedStack(): Promise<TestStack> {
  const authority = await createAuthority();
  const authorityFile = join(testRun().directory, 'authority.pem');
  await writeFile(authorityFile, authority.cert);
  const stack = await startStack({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
  });
  announceAuthority(authority);
  const { apiUrl, consoleUrl, statusUrl, heartbeatUrl, internalUrls, operatorEnvironment } = stack;
  const { databaseUrl, natsUrl, redisUrl } = stack;
  const urls = { apiUrl, consoleUrl, statusUrl, heartbeatUrl, internalUrls };
  announceStack({ ...urls, databaseUrl, natsUrl, redisUrl, operatorEnvironment });
  return stack;
}

/** The suites of a worker share one, which ends with the worker. */
let operator: Operator | undefined;

export function sharedStack(): SharedStack {
  const addresses = announcedStack();
  operator ??= operatorOf(addresses.operatorEnvironment);
  return { ...addresses, operator };
}

/** Its certificates are trusted by the services of the shared stack. */
export function sharedAuthority(): KeyPair {
  return announcedAuthority();
}
