import { Injectable } from '@nestjs/common';
import { internal, type InternalRequest, type Overview } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { OverviewRepository } from './overview.repository.ts';

/** The answer says null for what another service does not tell within this time. */
const PATIENCE_MS = 1_000;
const INCIDENTS = 10;
const WINDOWS = 5;
const SLOWEST = 5;

/** Answers whether all is well: what this service knows, and what others tell in time. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly host: Host,
    private readonly overviews: OverviewRepository,
  ) {}

  async overview({ organizationId, request }: RpcContext, now = new Date()): Promise<Overview> {
    const [{ monitors, slowest, summarizedAt }, incidents, maintenance] = await Promise.all([
      this.overviews.read(organizationId, SLOWEST),
      this.#ask(internal.listOngoingIncidents, { organizationId, limit: INCIDENTS }, request),
      this.#ask(internal.listNextWindows, { organizationId, limit: WINDOWS }, request),
    ]);
    return {
      at: now.toISOString(),
      monitors,
      incidents: incidents && {
        total: incidents.total,
        data: incidents.incidents.map(({ id, monitor, startedAt, cause, acknowledged }) => ({
          id,
          monitor,
          startedAt,
          cause,
          acknowledged,
          ongoingSec: Math.max(0, Math.floor((now.getTime() - Date.parse(startedAt)) / 1_000)),
        })),
      },
      maintenance: maintenance && { total: maintenance.total, data: maintenance.windows },
      slowest,
      summarizedAt: summarizedAt?.toISOString() ?? null,
    };
  }

  async #ask<Input, Answer>(
    question: InternalRequest<Input, Answer>,
    input: Input,
    cause: RpcContext['request'],
  ): Promise<Answer | null> {
    try {
      return await this.host.rpc.ask({ ...question, deadlineMs: PATIENCE_MS }, input, cause);
    } catch (error) {
      this.host.logger.warn({ error, subject: question.subject }, 'the overview does without an answer');
      return null;
    }
  }
}
