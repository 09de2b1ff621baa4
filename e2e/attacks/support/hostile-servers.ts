import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostileAddresses } from './hostile-servers.process.ts';

/**
 * Hostile servers in a process of low priority: on a busy machine they take no processor time from the services, and
 * the test's own clients and healthy servers are not delayed by them.
 */
export class HostileServers {
  private constructor(
    readonly addresses: HostileAddresses,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<HostileServers> {
    const script = new URL('hostile-servers.process.ts', import.meta.url);
    const child = fork(script, { execArgv: ['--conditions=source'] });
    const exited = once(child, 'exit');
    const failed = exited.then(([code]) => Promise.reject(new Error(`the hostile servers ended with ${String(code)}`)));
    const [addresses] = (await Promise.race([once(child, 'message'), failed])) as [HostileAddresses];
    // From now on its end is awaited below.
    failed.catch(() => undefined);
    return new HostileServers(addresses, async () => {
      child.kill('SIGKILL');
      await exited;
    });
  }

  async close(): Promise<void> {
    await this.end();
  }
}
