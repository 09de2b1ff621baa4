import { announcedStack, announceStack } from './config.ts';
import { operatorOf, type Operator } from './operator.ts';
import type { StackAddresses } from './stack-addresses.ts';
import { startStack, type TestStack } from './stack.ts';

/** A stack that many suites share, each with its own organizations. No suite may stop, starve or reconfigure it. */
export interface SharedStack extends StackAddresses {
  readonly operator: Operator;
}

/** Called before all suites, by the process that starts them. */
export async function startSharedStack(): Promise<TestStack> {
  const stack = await startStack({
    env: { RATE_LIMIT_REQUESTS: '100000', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
  });
  const { apiUrl, statusUrl, heartbeatUrl, internalUrls, databaseUrl, natsUrl, redisUrl, operatorEnvironment } = stack;
  const stores = { databaseUrl, natsUrl, redisUrl };
  announceStack({ apiUrl, statusUrl, heartbeatUrl, internalUrls, ...stores, operatorEnvironment });
  return stack;
}

export function sharedStack(): SharedStack {
  const addresses = announcedStack();
  return { ...addresses, operator: operatorOf(addresses.operatorEnvironment) };
}
