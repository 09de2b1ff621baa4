import { Injectable } from '@nestjs/common';
import { ApiError, type Monitor } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { MonitorSecrets } from '../monitor-secrets.ts';
import { MonitorRepository } from '../monitor.repository.ts';
import type { Result } from '../results/check-outcome.ts';
import { ResultMetrics } from '../results/result-metrics.ts';
import { ResultService, type Landed } from '../results/result.service.ts';
import { sqlOf, Transactions, type Connection } from '../transactions.ts';

/** Applies a result that somebody waits for, together with the answer under the request's key. */
@Injectable()
export class CheckLanding {
  constructor(
    private readonly transactions: Transactions,
    private readonly results: ResultService,
    private readonly monitors: MonitorRepository,
    private readonly metrics: ResultMetrics,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  async land(context: RpcContext, result: Result): Promise<Reply> {
    const { answers, relay } = this.database;
    const reply = await this.transactions.run((connection) =>
      answers.once(
        sqlOf(connection),
        context,
        () => this.#apply(connection, context.organizationId, result),
        this.secrets.answers,
      ),
    );
    relay.wake();
    return reply;
  }

  async #apply(connection: Connection, organizationId: string, result: Result): Promise<Monitor> {
    const [landed] = await this.results.applyIn(connection, [result]);
    if (landed === undefined) throw ApiError.notFound('monitor', result.monitorId);
    refuseOvertaken(landed);
    this.metrics.landed([landed]);
    return this.monitors.read(sqlOf(connection), organizationId, result.monitorId);
  }
}

/** What ran while the monitor was paused or pointed elsewhere says nothing, and leaves no trace. */
function refuseOvertaken({ application, monitor }: Landed): void {
  switch (application.landing) {
    case 'other epoch':
    case 'paused':
      throw ApiError.conflict(
        monitor.check.state === 'PAUSED'
          ? 'The monitor was paused while the check ran.'
          : 'What the monitor checks was changed while the check ran.',
      );
    case 'applied':
    case 'late':
    case 'unobserved':
  }
}
