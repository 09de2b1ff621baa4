import { Injectable } from '@nestjs/common';
import { ApiError, type QueryOf, type ResponseOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { cursorAfter, pageBelow } from './alert-cursor.ts';
import { AlertLogRepository } from './alert-log.repository.ts';

@Injectable()
export class AlertLogService {
  constructor(private readonly alerts: AlertLogRepository) {}

  async list(
    { organizationId }: RpcContext,
    { limit, cursor, ...filter }: QueryOf<'listAlerts'>,
  ): Promise<ResponseOf<'listAlerts'>> {
    const place = pageBelow(cursor, organizationId);
    if (place.kind === 'refused') throw ApiError.validation([...place.faults]);
    // One more than the page shows whether there is another page.
    const found = await this.alerts.page(organizationId, limit + 1, place.id, filter);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      data: shown.map(({ alert }) => alert),
      nextCursor: last === undefined ? null : cursorAfter(organizationId, last.position),
    };
  }
}
