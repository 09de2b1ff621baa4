import type { StackAddresses } from './stack.ts';

/** What the global set-up tells the test files, which run in processes of their own. */
export interface TestRun {
  /** The server's own database; suites make theirs beside it. */
  readonly postgresUrl: string;
  /** Temporary files of the run, removed at its end. */
  readonly directory: string;
}

export function announceRun(run: TestRun): void {
  process.env['VEDETTE_TEST_POSTGRES_URL'] = run.postgresUrl;
  process.env['VEDETTE_TEST_DIRECTORY'] = run.directory;
}

export function testRun(): TestRun {
  const postgresUrl = process.env['VEDETTE_TEST_POSTGRES_URL'];
  const directory = process.env['VEDETTE_TEST_DIRECTORY'];
  if (postgresUrl === undefined || directory === undefined) {
    throw new Error('The stores are there for integration and e2e tests only (*.int-spec.ts, *.e2e-spec.ts)');
  }
  return { postgresUrl, directory };
}

/** Tells the test files where the stack is that they share. */
export function announceStack(addresses: StackAddresses): void {
  process.env['VEDETTE_TEST_STACK'] = JSON.stringify(addresses);
}

export function announcedStack(): StackAddresses {
  const addresses = process.env['VEDETTE_TEST_STACK'];
  if (addresses === undefined) throw new Error('The shared stack is there for e2e tests only (*.e2e-spec.ts)');
  return JSON.parse(addresses) as StackAddresses;
}

/**
 * What services under test inherit. Nothing that a developer has set can change what they do. A run starts the same
 * programs hundreds of times: Node keeps what it has compiled of them, which saves a fifth of each start.
 */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: `${testRun().directory}/compiled` };
}
