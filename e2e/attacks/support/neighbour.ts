import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEndpointWithSecret } from '@vedette/contract';
import type { Tenant } from '../../support/fixture.ts';
import { createMonitor } from '../../support/monitors.ts';

/** After each answer: a neighbour that asked more often than it is answered would keep itself waiting. */
const PAUSE_MS = 100;
const LOOK_FOR_MS = 5_000;

/** Another organization, with a target and a receiver that are well, and how it is served during an attack. */
export class Neighbour {
  readonly #attacks: Promise<unknown>[] = [];

  private constructor(
    private readonly tenant: Tenant,
    /** Requests that check the target and send to the receiver, with the state that each leads to. */
    private readonly requests: readonly { readonly path: string; readonly state: string }[],
  ) {}

  static async create(tenant: Tenant, targetUrl: string, receiverUrl: string): Promise<Neighbour> {
    const monitor = await createMonitor(tenant.api, { url: targetUrl, intervalSeconds: 86_400 });
    const endpoint = { url: receiverUrl, eventTypes: ['webhook.test'] };
    const { body } = await tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', endpoint);
    return new Neighbour(tenant, [
      { path: `/api/v1/monitors/${monitor.id}/check`, state: 'UP' },
      { path: `/api/v1/webhook-endpoints/${body.id}/test`, state: 'SUCCEEDED' },
    ]);
  }

  /** How long its checks and deliveries take while the attack lasts, or for as long as that is looked at. */
  async besides(attack: Promise<unknown>): Promise<number[]> {
    const over = new AbortController();
    const ended = attack.finally(() => over.abort());
    // A failure is told where all attacks are awaited.
    ended.catch(() => undefined);
    this.#attacks.push(ended);
    const startedAt = performance.now();
    const isOver = (): boolean => over.signal.aborted || performance.now() - startedAt >= LOOK_FOR_MS;
    const tookMs = await Promise.all(
      this.requests.map(async ({ path, state }) => {
        const each: number[] = [];
        do {
          each.push(await this.#timed(path, state));
          await sleep(PAUSE_MS);
        } while (!isOver());
        return each;
      }),
    );
    return tookMs.flat().toSorted((a, b) => a - b);
  }

  /** Rejects if anything went wrong in one of the attacks. */
  async attacksEnded(): Promise<void> {
    await Promise.all(this.#attacks);
  }

  async #timed(path: string, state: string): Promise<number> {
    const startedAt = performance.now();
    const { status, body } = await this.tenant.api.post<{ state: string }>(path, {});
    if (body.state !== state) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return performance.now() - startedAt;
  }
}
