import type { ServiceEnvironment } from '../stack-addresses.ts';
import { CommandBatch } from './command-batch.ts';

export interface OrganizationOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly subscription?: string;
}

export interface KeyOptions {
  readonly organizationId: string;
  readonly name?: string;
  readonly access?: 'FULL' | 'READ_ONLY';
  /** An instant or a span, as the command line takes it: `2030-01-01T00:00:00Z`, `90d`. */
  readonly expires?: string;
}

/** Runs the operator's command line on the stack, because organizations and keys have no API. */
export interface Operator {
  /** Runs `vedette <args>` and returns what it prints with `--json`; an error says the sentence of a refusal. */
  run(...args: readonly string[]): Promise<unknown>;
  createOrganization(options?: OrganizationOptions): Promise<{ id: string }>;
  createKey(options: KeyOptions): Promise<{ id: string; key: string }>;
  /** An organization with a key of FULL access that does not expire, by one command. */
  createTenant(options?: OrganizationOptions): Promise<{ id: string; key: { id: string; key: string } }>;
  /** Ends its process; a later command starts another one. */
  close(): Promise<void>;
}

export function operatorOf(env: ServiceEnvironment): Operator {
  const batch = new CommandBatch(env);
  const run = (...args: readonly string[]): Promise<unknown> => batch.run(args);
  const createOrganization = (
    { name = 'Test', plan = 'SCALE', subscription }: OrganizationOptions = {},
    ...more: readonly string[]
  ): Promise<unknown> => {
    const args = ['--name', name, '--plan', plan, ...given('--subscription', subscription), ...more];
    return run('org', 'create', ...args);
  };
  return {
    run,
    createOrganization: async (options) => ({ id: textOf(await createOrganization(options), 'id') }),
    createTenant: async (options) => {
      const created = await createOrganization(options, '--key', 'test');
      const key = fieldOf(created, 'key');
      return { id: textOf(created, 'id'), key: { id: textOf(key, 'id'), key: textOf(key, 'key') } };
    },
    createKey: async ({ organizationId, name = 'test', access = 'FULL', expires }) => {
      const args = ['--org', organizationId, '--name', name, '--access', access, ...given('--expires', expires)];
      const created = await run('key', 'create', ...args);
      return { id: textOf(created, 'id'), key: textOf(created, 'key') };
    },
    close: () => batch.close(),
  };
}

function given(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

function textOf(answer: unknown, field: string): string {
  const text = fieldOf(answer, field);
  if (typeof text !== 'string')
    throw new Error(`The command line answered without ${field}: ${JSON.stringify(answer)}`);
  return text;
}

function fieldOf(answer: unknown, field: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
}
