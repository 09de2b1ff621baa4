import { Injectable } from '@nestjs/common';
import { ApiError, detailsOf, monitorFaults, type CheckTarget, type MonitorCreate } from '@vedette/contract';
import { actOnce, type Reply, type RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { intervalRefusal } from '../monitors/plan-limits.ts';
import { targetOf } from '../schedule/job-target.ts';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import { CheckRunner, probeLimitMs } from './check-runner.ts';
import { testAnswer } from './test-answer.ts';

const RECORD_MS = 2_000;
const INTERRUPTED = 'The test was interrupted, and what it found is lost. Test the monitor again.';

/** Checks a monitor that is not stored. */
@Injectable()
export class MonitorTestService {
  constructor(
    private readonly runner: CheckRunner,
    private readonly secrets: MonitorSecrets,
    private readonly database: ServiceDatabase,
  ) {}

  /**
   * Stores nothing but the answer for the request's idempotency key. A test that was interrupted is not run again under
   * its key, because a check may change something at its target.
   */
  test(context: RpcContext, fields: MonitorCreate): Promise<Reply> {
    const { organizationId, request } = context;
    return actOnce(
      this.database.mutations,
      context,
      {
        deadlineAt: request.deadlineAt,
        prepare: (_tx, mutation) => {
          mutation.describe({ name: fields.name });
          return Promise.resolve(this.#target(context, fields));
        },
        limitMs: (target) => probeLimitMs(target) + RECORD_MS,
        act: (target) => this.runner.probe(organizationId, target, request),
        isRepeatable: true,
        record: (_tx, _target, outcome) => {
          const { degradedThresholdMs = null } = fields;
          return Promise.resolve(testAnswer({ ...fields, degradedThresholdMs }, outcome, new Date()));
        },
        interrupted: () => Promise.reject(ApiError.conflict(INTERRUPTED)),
      },
      this.secrets.answers,
    );
  }

  #target({ caller }: RpcContext, fields: MonitorCreate): CheckTarget {
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
    return target;
  }
}
