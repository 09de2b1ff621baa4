import { Injectable } from '@nestjs/common';
import { ApiError, detailsOf, monitorFaults, type MonitorCreate, type MonitorTest } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { intervalRefusal } from '../plan-limits.ts';
import { targetOf } from '../schedule/job-target.ts';
import { MonitorSecrets } from '../secrets/monitor-secrets.ts';
import { CheckRunner } from './check-runner.ts';
import { testAnswer } from './test-answer.ts';

/** Checks a monitor that is not stored. */
@Injectable()
export class MonitorTestService {
  constructor(
    private readonly runner: CheckRunner,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  /** Stores nothing but the answer for the request's idempotency key. */
  test(context: RpcContext, fields: MonitorCreate): Promise<Reply> {
    return this.database.mutations.prepareOnce(
      context,
      () => this.#run(context, fields),
      (tx, answer) => {
        tx.describe({ name: fields.name });
        return Promise.resolve(answer);
      },
      this.secrets.answers,
    );
  }

  async #run({ caller, request }: RpcContext, fields: MonitorCreate): Promise<MonitorTest> {
    const faults = detailsOf(monitorFaults(fields));
    if (faults.length > 0) throw ApiError.validation(faults);
    const tooFast = intervalRefusal(fields.intervalSeconds, caller.plan);
    if (tooFast !== undefined) throw ApiError.planLimit(tooFast);
    const { url = null, requestHeaders } = fields;
    const unknown = { dnsSeen: null, registration: null };
    const { host = null, port = null, keyword = null, dnsExpected = null } = fields;
    const monitor = { ...fields, host, port, keyword, dnsExpected, ...unknown };
    const target = targetOf(monitor, { url, requestHeaders }, new Date());
    if (target === null) throw ApiError.validation([{ path: 'type', message: 'type must not be CRON' }]);
    const outcome = await this.runner.probe(caller.organizationId, target, request);
    const { degradedThresholdMs = null } = fields;
    return testAnswer({ ...fields, degradedThresholdMs }, outcome, new Date());
  }
}
