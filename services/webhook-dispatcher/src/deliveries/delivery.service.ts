import { Injectable } from '@nestjs/common';
import { ApiError, type QueryOf } from '@vedette/contract';
import { Reply, type RpcContext } from '@vedette/messaging';
import { shownDelivery, shownDetail } from './delivery-view.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { MaskedEvents } from '../log/masked-events.ts';

@Injectable()
export class DeliveryService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly masked: MaskedEvents,
  ) {}

  async list(organizationId: string, query: QueryOf<'listWebhookDeliveries'>): Promise<Reply> {
    const { limit, offset, endpointId, eventType, state } = query;
    const filter = { organizationId, endpointId, eventType, state };
    const { deliveries, total } = await this.deliveries.page(filter, limit, offset);
    return Reply.of({ data: deliveries.map(shownDelivery), pagination: { limit, offset, total } });
  }

  async get(context: RpcContext, id: string): Promise<Reply> {
    const detail = await this.deliveries.detail(context.organizationId, id);
    if (detail === undefined) throw ApiError.notFound('webhook delivery', id);
    const { body, ...stored } = detail;
    const [shown = ''] = await this.masked.shown(context, [Buffer.from(body).toString('utf8')]);
    return Reply.of(shownDetail({ ...stored, body: Buffer.from(shown) }));
  }
}
