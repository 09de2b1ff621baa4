import type { KeyPair } from './servers/certificates.ts';
import type { StackAddresses } from './stack-addresses.ts';

/** The values that the global set-up passes to the test files, which run in separate processes. */
export interface TestRun {
  /** The default database of the server; suites create their own databases. */
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

/** Passes the address of the shared stack to the test files. */
export function announceStack(addresses: StackAddresses): void {
  process.env['VEDETTE_TEST_STACK'] = JSON.stringify(addresses);
}

export function announcedStack(): StackAddresses {
  const addresses = process.env['VEDETTE_TEST_STACK'];
  if (addresses === undefined) throw new Error('The shared stack is there for e2e tests only (*.e2e-spec.ts)');
  return JSON.parse(addresses) as StackAddresses;
}

/** Passes on the authority that the shared stack trusts: suites issue the certificates of their receivers with it. */
export function announceAuthority(authority: KeyPair): void {
  process.env['VEDETTE_TEST_AUTHORITY'] = JSON.stringify(authority);
}

export function announcedAuthority(): KeyPair {
  const authority = process.env['VEDETTE_TEST_AUTHORITY'];
  if (authority === undefined) throw new Error('The shared stack is there for e2e tests only (*.e2e-spec.ts)');
  return JSON.parse(authority) as KeyPair;
}

/** The environment of services under test; no variable of the developer can change their behaviour. */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}
