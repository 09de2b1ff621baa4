import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { CertificateGrantRepository } from './domains/certificate-grant.repository.ts';
import { MonitorCopyRepository } from './monitors/monitor-copy.repository.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { PreviewRepository } from './previews/preview.repository.ts';
import { MaintenanceWindowHistoryRepository } from './windows/maintenance-window-history.repository.ts';

const EVERY_MS = 3_600_000;

/** Removes rows that no request needs any more. */
@Injectable()
export class Housekeeping {
  constructor(
    { lifecycle }: Host,
    versions: PageVersionRepository,
    copies: MonitorCopyRepository,
    history: MaintenanceWindowHistoryRepository,
    grants: CertificateGrantRepository,
    previews: PreviewRepository,
  ) {
    lifecycle.loop('housekeeping', EVERY_MS, async () => {
      await versions.tidy();
      await copies.tidy();
      await history.tidy();
      await grants.tidy();
      await previews.tidy();
    });
  }
}
