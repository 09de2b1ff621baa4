import { sharedStack, startStack, type SharedStack, type StackOptions, type TestStack } from '@vedette/test-kit';
import { ApiClient } from './api-client.ts';

export interface Tenant {
  readonly organizationId: string;
  readonly key: string;
  readonly keyId: string;
  readonly api: ApiClient;
}

export interface TenantOptions {
  readonly plan?: string;
  readonly subscription?: string;
  readonly access?: 'FULL' | 'READ_ONLY';
  readonly expires?: string;
}

/** A running stack with a client that knows its contract. */
export interface SharedFixture {
  readonly stack: SharedStack;
  /** Without a key. */
  readonly api: ApiClient;
  /** An organization of its own, with one key. */
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** One more key of an organization. */
  key(
    organizationId: string,
    options?: Pick<TenantOptions, 'access' | 'expires'>,
  ): Promise<{ id: string; api: ApiClient; key: string }>;
}

/** The same on a stack of the suite's own, to stop and to break. */
export interface Fixture extends SharedFixture {
  readonly stack: TestStack;
  stop(): Promise<void>;
}

/** For suites that ask no more of the stack than an organization of their own. */
export function sharedFixture(): Promise<SharedFixture> {
  return fixtureOn(sharedStack());
}

export async function startFixture(options: StackOptions = {}): Promise<Fixture> {
  const stack = await startStack(options);
  return { ...(await fixtureOn(stack)), stack, stop: () => stack.stop() };
}

async function fixtureOn(stack: SharedStack): Promise<SharedFixture> {
  const api = await ApiClient.connect(stack.apiUrl);
  const key: SharedFixture['key'] = async (organizationId, keyOptions = {}) => {
    const made = await stack.operator.createKey({ organizationId, ...keyOptions });
    return { id: made.id, key: made.key, api: api.withKey(made.key) };
  };
  return {
    stack,
    api,
    key,
    tenant: async ({ plan, subscription, ...keyOptions } = {}) => {
      const organization = { ...(plan !== undefined && { plan }), ...(subscription !== undefined && { subscription }) };
      if (keyOptions.access === undefined && keyOptions.expires === undefined) {
        const { id, key: first } = await stack.operator.createTenant(organization);
        return { organizationId: id, key: first.key, keyId: first.id, api: api.withKey(first.key) };
      }
      const { id } = await stack.operator.createOrganization(organization);
      const made = await key(id, keyOptions);
      return { organizationId: id, key: made.key, keyId: made.id, api: made.api };
    },
  };
}
