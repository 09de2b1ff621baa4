import { Injectable } from '@nestjs/common';
import type { Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { MonitorSecrets } from '../monitor-secrets.ts';
import { Neighbours } from '../neighbours.ts';
import { CheckLanding } from './check-landing.ts';
import { CheckRunner } from './check-runner.ts';
import { JobCheck } from './job-check.ts';

@Injectable()
export class CheckService {
  constructor(
    private readonly runner: CheckRunner,
    private readonly landing: CheckLanding,
    private readonly jobs: JobCheck,
    private readonly neighbours: Neighbours,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  /** Answers when the result, and the incident that it opened or resolved, are there for everybody to see. */
  async check(context: RpcContext, monitorId: string): Promise<Reply> {
    const reply = await this.#checkOnce(context, monitorId);
    // Also after a replay: the request that stored the answer may not have come this far.
    await this.neighbours.showOutage(monitorId, context.request);
    return reply;
  }

  async #checkOnce(context: RpcContext, monitorId: string): Promise<Reply> {
    const { answers, sql } = this.database;
    const known = await answers.find(sql, context, this.secrets.answers);
    if (known !== undefined) return known;
    const result = await this.runner.run(context.organizationId, monitorId, context.request);
    return result === undefined ? this.jobs.check(context, monitorId) : this.landing.land(context, result);
  }
}
