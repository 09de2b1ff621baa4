import { BackgroundLoop } from '@vedette/messaging';
import type { Logger } from '@vedette/telemetry';

/**
 * The stages of a stop, in their order; a service starts in the opposite order. CONTRIBUTING.md says what belongs where.
 * - entrances: whatever takes on work (HTTP listeners, request handlers, pulls, claims). They finish or give back what they hold.
 * - loops: work that repeats by itself, and that unfinished work of the entrances may still need.
 * - clients: connections to the outside that entrances and loops have used.
 * - outbox, pool: the last facts are sent, then PostgreSQL is left.
 */
const STAGES = ['entrances', 'loops', 'clients', 'outbox', 'pool'] as const;

export type Stage = (typeof STAGES)[number];

export interface LifecyclePart {
  start?(): unknown;
  /** Returns when nothing of it runs any more. */
  stop(): unknown;
}

/** Starts and stops what a service runs in the background: one order for all services. */
export class Lifecycle {
  readonly #logger: Logger;
  readonly #parts: { readonly stage: Stage; readonly part: LifecyclePart }[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(stage: Stage, part: LifecyclePart): void {
    this.#parts.push({ stage, part });
  }

  /** Work that repeats as long as the service runs; see BackgroundLoop. */
  loop(name: string, pauseMs: number, work: () => Promise<unknown>, stage: Stage = 'loops'): BackgroundLoop {
    const loop = new BackgroundLoop(name, pauseMs, this.#logger, work);
    this.add(stage, loop);
    return loop;
  }

  async start(): Promise<void> {
    for (const stage of STAGES.toReversed()) await this.#each(stage, (part) => part.start?.());
  }

  async stop(): Promise<void> {
    for (const stage of STAGES) await this.#each(stage, (part) => part.stop());
  }

  async #each(stage: Stage, act: (part: LifecyclePart) => unknown): Promise<void> {
    await Promise.all(this.#parts.filter((each) => each.stage === stage).map(async ({ part }) => act(part)));
  }
}
