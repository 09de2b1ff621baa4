import { Injectable } from '@nestjs/common';
import type { CheckAttempt, CheckPace, CheckTarget, Observation } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { paceOfAttempt } from './attempt-pace.ts';
import type { ProbeTools } from './probes/probe.ts';
import { probe } from './probes/probes.ts';
import { hostOf } from './probes/target-host.ts';
import { WorkerIdentity } from './worker-identity.ts';
import { WorkerMetrics } from './worker-metrics.ts';
import { WorkerTools } from './worker-tools.ts';

/** An attempt, with its pace and what it observed. */
export interface AttemptReport {
  readonly attempt: CheckAttempt;
  readonly pace: CheckPace;
  readonly observation: Observation;
}

/** A fault of this worker affects every check of a type, so it is logged at most once in this time. */
const COMPLAIN_EVERY_MS = 5_000;

/** Makes attempts under this worker's identity. */
@Injectable()
export class Attempts {
  readonly #complainedAt = new Map<string, number>();

  constructor(
    private readonly host: Host,
    private readonly identity: WorkerIdentity,
    private readonly tools: WorkerTools,
    private readonly metrics: WorkerMetrics,
  ) {}

  /**
   * The first attempt of a check, which may use an address again. Null when this worker could not make the attempt.
   * Rejects when the signal fires.
   */
  async make(target: CheckTarget, signal: AbortSignal): Promise<AttemptReport | null> {
    const { remembering } = this.tools;
    const report = await this.#make(target, remembering, signal);
    const isFailed = report?.attempt.error !== null;
    // The target may have moved.
    if (isFailed) remembering.outbound.forget('host' in target ? target.host : hostOf(target.url));
    return report;
  }

  /** Like `make`, but asks DNS anew. An attempt that confirms a failure must not repeat an outdated address. */
  makeAnew(target: CheckTarget, signal: AbortSignal): Promise<AttemptReport | null> {
    return this.#make(target, this.tools, signal);
  }

  async #make(target: CheckTarget, tools: ProbeTools, signal: AbortSignal): Promise<AttemptReport | null> {
    const { workerId: worker, region } = this.identity;
    const checkedAt = new Date().toISOString();
    const startedAt = performance.now();
    try {
      const result = await probe(target, tools, signal);
      // An attempt that was cut off says nothing about the target.
      signal.throwIfAborted();
      const { statusCode, responseMs, phases, observation } = result;
      const error = result.ok ? null : result.reason;
      this.metrics.attempted(target.type, result.ok ? 'succeeded' : 'failed', performance.now() - startedAt);
      const attempt = { checkedAt, worker, region, error, statusCode, responseMs, phases };
      return { attempt, pace: paceOfAttempt(target, attempt), observation };
    } catch (error) {
      signal.throwIfAborted();
      this.metrics.attempted(target.type, 'unable', performance.now() - startedAt);
      this.#complain(target.type, error);
      return null;
    }
  }

  #complain(type: string, error: unknown): void {
    const now = performance.now();
    if (now - (this.#complainedAt.get(type) ?? -Infinity) < COMPLAIN_EVERY_MS) return;
    this.#complainedAt.set(type, now);
    this.host.logger.error({ error, type }, 'an attempt could not be made; its check is unobserved');
  }
}
