import { Injectable } from '@nestjs/common';
import { ApiError, type RequestContext } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import type { Mutation, Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { HeartbeatService } from '../heartbeats/heartbeat.service.ts';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import { MonitorViewRepository } from '../views/monitor-view.repository.ts';
import { OtherServices } from '../outages/other-services.ts';
import type { Result } from '../observations/check-outcome.ts';
import { ResultMetrics } from '../results/result-metrics.ts';
import { ResultService, type HandledResult } from '../results/result.service.ts';
import { CheckRunner } from './check-runner.ts';

@Injectable()
export class CheckService {
  constructor(
    private readonly runner: CheckRunner,
    private readonly results: ResultService,
    private readonly heartbeats: HeartbeatService,
    private readonly monitors: MonitorViewRepository,
    private readonly otherServices: OtherServices,
    private readonly metrics: ResultMetrics,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  /** Answers when the result, and the incident that it opened or resolved, are visible to all clients. */
  async check(context: RpcContext, monitorId: string): Promise<Reply> {
    const { organizationId, request } = context;
    const reply = await this.database.mutations.prepareOnce(
      context,
      () => this.runner.run(organizationId, monitorId, request),
      async (tx, result, _now, mutation) => {
        await this.#apply(tx, mutation, monitorId, result);
        return this.monitors.read(tx, organizationId, monitorId);
      },
      this.secrets.answers,
    );
    // Also runs after a replay: the request that stored the answer may have stopped before this step.
    await this.otherServices.showOutage(monitorId, request);
    return reply;
  }

  /** The same for another service. The result counts even if that service has stopped waiting for it. */
  async checkNow(organizationId: string, monitorId: string, request: RequestContext): Promise<void> {
    const cause = { ...request, deadlineAt: Infinity };
    const result = await this.runner.run(organizationId, monitorId, cause);
    await this.database.mutations.run((tx, mutation) => this.#apply(tx, mutation, monitorId, result));
    await this.otherServices.showOutage(monitorId, cause);
  }

  #apply(tx: Connection, mutation: Mutation, monitorId: string, result: Result | undefined): Promise<void> {
    return result === undefined ? this.#lookAtJob(tx, mutation, monitorId) : this.#applyResult(tx, mutation, result);
  }

  async #applyResult(tx: Connection, mutation: Mutation, result: Result): Promise<void> {
    const [handled] = await this.results.applyIn(tx, mutation, [result]);
    if (handled === undefined) throw ApiError.notFound('monitor', result.monitorId);
    refuseOvertaken(handled);
    this.metrics.count([handled]);
  }

  /** A cron job is not probed. Instead, its stored pings are applied now, and its silence is judged. */
  async #lookAtJob(tx: Connection, mutation: Mutation, monitorId: string): Promise<void> {
    const job = await this.heartbeats.lookNow(tx, mutation, monitorId);
    if (job === undefined) throw ApiError.notFound('monitor', monitorId);
    if (job.state === 'PAUSED') throw ApiError.conflict('The monitor was paused while the check ran.');
  }
}

/** Refuses a check during which the monitor was paused or got another target: its result means nothing. */
function refuseOvertaken({ application, monitor }: HandledResult): void {
  switch (application.kind) {
    case 'other-epoch':
    case 'paused':
      throw ApiError.conflict(
        monitor.check.state === 'PAUSED'
          ? 'The monitor was paused while the check ran.'
          : 'What the monitor checks was changed while the check ran.',
      );
    case 'applied':
    case 'not-handed-out':
    case 'late':
    case 'unobserved':
  }
}
