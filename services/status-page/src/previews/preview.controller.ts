import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf, ResponseOf } from '@vedette/contract';
import { Handles, RpcContext } from '@vedette/messaging';
import { MessageRenderer } from '../incidents/message-renderer.ts';
import { instant, scheduleOf } from '../windows/maintenance-window-change.ts';
import { shownSpan } from '../windows/maintenance-window-view.ts';
import { nextOccurrences } from '../windows/recurrence.ts';
import { PreviewService } from './preview.service.ts';

@Controller()
export class PreviewController {
  constructor(
    private readonly previews: PreviewService,
    private readonly messages: MessageRenderer,
  ) {}

  @Handles('createMaintenancePreview')
  window(@Payload() { body }: RequestOf<'createMaintenancePreview'>): ResponseOf<'createMaintenancePreview'> {
    const from = body.from === null ? new Date() : instant(body.from);
    return { occurrences: nextOccurrences(scheduleOf(body), from, body.count).map(shownSpan) };
  }

  @Handles('createMarkdownPreview')
  async message(
    @Payload() { body }: RequestOf<'createMarkdownPreview'>,
    @Ctx() { organizationId, request: { deadlineAt } }: RpcContext,
  ): Promise<ResponseOf<'createMarkdownPreview'>> {
    const { html } = await this.messages.render(body.message, { organizationId, lane: 'preview', deadlineAt });
    return { html };
  }

  @Handles('createStatusPagePreview')
  page(
    @Payload() { body }: RequestOf<'createStatusPagePreview'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'createStatusPagePreview'>> {
    return this.previews.page(context, body);
  }
}
