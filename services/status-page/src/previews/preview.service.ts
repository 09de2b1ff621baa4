import { Inject, Injectable } from '@nestjs/common';
import { PREVIEW_PATH, type ResponseOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { Assets } from '../render/assets.ts';
import { pageHtml } from '../render/page-html.ts';
import { previewSiteOf } from '../render/site.ts';
import { UptimeReader } from '../sync/uptime-reader.ts';
import { answeredUptime, pageView } from '../view/page-view.ts';
import { PreviewSource, type PagePreviewBody } from './preview-source.ts';
import { hashPreviewToken, newPreviewToken } from './preview-token.ts';
import { PreviewRepository } from './preview.repository.ts';

const LIFETIME_MS = 300_000;

/** Renders pages that are not stored, with the renderer of the public pages. */
@Injectable()
export class PreviewService {
  readonly #publicUrl: string;

  constructor(
    private readonly source: PreviewSource,
    private readonly uptimes: UptimeReader,
    private readonly previews: PreviewRepository,
    private readonly assets: Assets,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicUrl = publicUrl;
  }

  async page(context: RpcContext, body: PagePreviewBody): Promise<ResponseOf<'createStatusPagePreview'>> {
    const { organizationId } = context;
    const now = new Date();
    const source = await this.source.read(context, body, now);
    const monitors = source.components.map(({ monitorId }) => ({ id: monitorId, organizationId }));
    const answer = await this.uptimes.ask(body.timezone, monitors);
    const uptime = answer && answeredUptime(answer, source.components);
    const token = newPreviewToken();
    const url = `${this.#publicUrl}${PREVIEW_PATH}${token}`;
    const html = pageHtml(previewSiteOf(pageView(source, uptime, now), { url, assets: this.assets }));
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await this.previews.insert({ tokenHash: hashPreviewToken(token), organizationId, html, expiresAt });
    return { url, expiresAt: expiresAt.toISOString() };
  }
}
