import { BackgroundLoop } from '@vedette/messaging';
import type { Logger } from '@vedette/telemetry';

/**
 * The stages of a stop, in order; a service starts in the reverse order. CONTRIBUTING.md explains what belongs where.
 * - entrances take on work (HTTP listeners, request handlers, pulls, claims); they finish or give back held work.
 * - loops: repeated work that unfinished work of the entrances may still need.
 * - clients: outside connections that entrances and loops have used.
 * - outbox, pool: the last facts are sent, then the connections to PostgreSQL are closed.
 */
const STAGES = ['entrances', 'loops', 'clients', 'outbox', 'pool'] as const;

export type Stage = (typeof STAGES)[number];

export interface LifecyclePart {
  start?(): unknown;
  /** Resolves when it has stopped completely. */
  stop(): unknown;
}

/** Starts and stops a service's background work, in the same order for all services. */
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
  loop(
    name: string,
    pauseMs: number | (() => number),
    work: () => Promise<unknown>,
    stage: Stage = 'loops',
  ): BackgroundLoop {
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
