import { Injectable } from '@nestjs/common';
import { ApiError, type Monitor } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { HeartbeatService } from '../heartbeats/heartbeat.service.ts';
import { MonitorSecrets } from '../monitor-secrets.ts';
import { MonitorRepository } from '../monitor.repository.ts';
import { sqlOf, Transactions, type Connection } from '../transactions.ts';

/** A check of a cron job by hand: what it said is heard, and its silence judged, now. */
@Injectable()
export class JobCheck {
  constructor(
    private readonly transactions: Transactions,
    private readonly heartbeats: HeartbeatService,
    private readonly monitors: MonitorRepository,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  async check(context: RpcContext, monitorId: string): Promise<Reply> {
    const { answers, relay } = this.database;
    const reply = await this.transactions.run((connection) =>
      answers.once(
        sqlOf(connection),
        context,
        () => this.#look(connection, context.organizationId, monitorId),
        this.secrets.answers,
      ),
    );
    relay.wake();
    return reply;
  }

  async #look(connection: Connection, organizationId: string, monitorId: string): Promise<Monitor> {
    const job = await this.heartbeats.lookNow(connection, monitorId);
    if (job === undefined) throw ApiError.notFound('monitor', monitorId);
    if (job.state === 'PAUSED') throw ApiError.conflict('The monitor was paused while the check ran.');
    return this.monitors.read(sqlOf(connection), organizationId, monitorId);
  }
}
