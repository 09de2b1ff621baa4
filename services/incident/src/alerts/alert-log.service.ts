import { Injectable } from '@nestjs/common';
import { ApiError, type AlertAnswer, type QueryOf, type ResponseOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { cursorAfter, pageBelow } from './alert-cursor.ts';
import { isMasked } from '../messages/masked-address.ts';
import { AlertLogRepository, type LoggedAlert } from './alert-log.repository.ts';

@Injectable()
export class AlertLogService {
  constructor(private readonly alerts: AlertLogRepository) {}

  async list(
    { organizationId, seesMasks }: RpcContext,
    { limit, cursor, ...filter }: QueryOf<'listAlerts'>,
  ): Promise<ResponseOf<'listAlerts'>> {
    const place = pageBelow(cursor, organizationId);
    if (place.kind === 'refused') throw ApiError.validation([...place.faults]);
    // One more than the page shows whether there is another page.
    const found = await this.alerts.page(organizationId, limit + 1, place.id, filter);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      data: shown.map((logged) => shownAlert(logged, seesMasks)),
      nextCursor: last === undefined ? null : cursorAfter(organizationId, last.position),
    };
  }
}

/** What a receiver answers may quote the address. */
function shownAlert({ alert, maskedError }: LoggedAlert, seesMasks: boolean): AlertAnswer {
  return isMasked(seesMasks, alert.contact.type) ? { ...alert, error: maskedError } : alert;
}
