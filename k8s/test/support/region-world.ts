import { waitFor } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { TargetServer } from '@vedette/test-kit/target-server';
import type { ServerResponse } from 'node:http';

export type Region = 'centre' | 'far';

/** Names resolve to another loopback address in each region, so that a target knows from where it is checked. */
const ADDRESSES: Readonly<Record<Region, string>> = { centre: '127.0.0.1', far: '127.0.0.2' };

/** Targets that are reached from two regions, of which one can lose its network. */
export class RegionWorld {
  readonly hits: Record<Region, number> = { centre: 0, far: 0 };
  /** Checks from the far region that the targets have not answered yet. */
  readonly #held = new Set<ServerResponse>();
  #isHolding = false;

  private constructor(
    readonly names: readonly string[],
    readonly dns: Readonly<Record<Region, DnsServer>>,
    readonly targets: TargetServer,
  ) {}

  static async start(count: number): Promise<RegionWorld> {
    const names = Array.from({ length: count }, (_, index) => `shop-${index}.example`);
    const [centre, far] = await Promise.all([DnsServer.start(), DnsServer.start()]);
    const targets = await TargetServer.start(
      ({ socket }, response) => world.#answer(socket.localAddress === ADDRESSES.far ? 'far' : 'centre', response),
      { host: '0.0.0.0' },
    );
    const world = new RegionWorld(names, { centre, far }, targets);
    for (const region of ['centre', 'far'] as const) world.#resolve(region, [ADDRESSES[region]]);
    return world;
  }

  urlOf(name: string): string {
    return `http://${name}:${this.targets.port}/`;
  }

  /** Returns when this many checks of the far region wait for their targets. */
  async holdFar(count: number): Promise<void> {
    this.#isHolding = true;
    await waitFor('checks from the far region', () => this.#held.size >= count);
  }

  /** The far region reaches no target and no DNS; its connections break. */
  cutFar(): void {
    this.#isHolding = false;
    this.#resolve('far', 'SERVFAIL');
    for (const response of this.#held) response.destroy();
  }

  mendFar(): void {
    this.#resolve('far', [ADDRESSES.far]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.dns.centre.close(), this.dns.far.close(), this.targets.stop()]);
  }

  #answer(region: Region, response: ServerResponse): void {
    this.hits[region] += 1;
    if (region !== 'far' || !this.#isHolding) {
      response.end('ok');
      return;
    }
    this.#held.add(response);
    response.once('close', () => this.#held.delete(response));
  }

  #resolve(region: Region, reply: string[] | 'SERVFAIL'): void {
    const none = reply === 'SERVFAIL' ? reply : [];
    for (const name of this.names) this.dns[region].set(name, 'A', reply).set(name, 'AAAA', none);
  }
}
