import { Injectable } from '@nestjs/common';
import { ApiError, newId, type BodyOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { MonitorDirectory } from '../monitors/monitor-directory.ts';
import { componentReferences, unknownMonitors, unknownPages } from '../monitors/references.ts';
import { PageSourceRepository } from '../sync/page-source.repository.ts';
import type { PageSource, SourceComponent } from '../view/page-source.ts';
import { MaintenanceWindowClock } from '../windows/maintenance-window-clock.ts';
import { MaintenanceWindowRepository } from '../windows/maintenance-window.repository.ts';

export type PagePreviewBody = BodyOf<'createStatusPagePreview'>;

/** Gathers what a page that is not stored would be made of. */
@Injectable()
export class PreviewSource {
  constructor(
    private readonly sources: PageSourceRepository,
    private readonly directory: MonitorDirectory,
    private readonly clock: MaintenanceWindowClock,
    private readonly windows: MaintenanceWindowRepository,
  ) {}

  async read({ organizationId, request }: RpcContext, body: PagePreviewBody, now: Date): Promise<PageSource> {
    const { statusPageId, logoUrl, name, slug = '', description, theme, accentColor, timezone } = body;
    await this.clock.settle(organizationId, now);
    const monitorIds = body.components.map(({ monitorId }) => monitorId);
    const [stored, monitors, inMaintenance] = await Promise.all([
      statusPageId === null ? undefined : this.sources.readOwn(organizationId, statusPageId),
      this.directory.verify(organizationId, monitorIds, request),
      this.windows.coveredMonitors(organizationId, monitorIds),
    ]);
    const pages = statusPageId === null ? [] : [{ path: 'statusPageId', id: statusPageId }];
    const faults = [
      ...unknownMonitors(componentReferences(body.components), (id) => monitors.has(id)),
      ...unknownPages(pages, () => stored !== undefined),
    ];
    if (faults.length > 0) throw ApiError.validation(faults);
    const components = body.components.map((component): SourceComponent => ({
      id: newId('cmp'),
      monitorId: component.monitorId,
      name: component.name ?? monitors.get(component.monitorId)?.name ?? '',
      description: component.description,
      group: component.group,
      monitorState: monitors.get(component.monitorId)?.state,
      isInMaintenance: inMaintenance.has(component.monitorId),
    }));
    const id = statusPageId ?? '';
    const logo = stored?.logo ?? null;
    return {
      organizationId,
      page: { id, slug, host: null, mayHaveCertificate: false, name, description, theme, accentColor, timezone },
      // Another logo is fetched once the page is saved.
      logo: logo?.url === logoUrl ? logo : null,
      components,
      incidents: stored?.incidents ?? [],
      windows: stored?.windows ?? [],
    };
  }
}
