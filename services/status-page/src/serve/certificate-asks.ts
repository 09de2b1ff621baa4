import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { hostOfHeader } from '../domains/custom-domain.ts';
import { PageLibrary } from '../sync/page-library.ts';

/**
 * Tells an edge on the internal port which custom domains may have a certificate. All answers come from memory, which a
 * restart fills from the snapshots, so that certificates are renewed while the stores are away.
 */
@Injectable()
export class CertificateAsks {
  constructor(
    { internalServer }: Host,
    private readonly library: PageLibrary,
  ) {
    internalServer.addAnswer('/certificate-permission', (query) => this.#permission(query.get('domain')));
    internalServer.addAnswer('/custom-domains', () => this.#domains());
  }

  /** Caddy asks this before it obtains a certificate: any status but 200 refuses. */
  #permission(domain: string | null): { status: number; body: object } {
    if (!this.library.isFilled) return { status: 503, body: { status: 'starting' } };
    const host = hostOfHeader(domain ?? '');
    const page = host === undefined ? undefined : this.library.byHost(host);
    return page?.view.mayHaveCertificate === true
      ? { status: 200, body: { status: 'permitted' } }
      : { status: 403, body: { status: 'refused' } };
  }

  #domains(): { status: number; body: object } {
    if (!this.library.isFilled) return { status: 503, body: { status: 'starting' } };
    return { status: 200, body: { domains: this.library.hostsWithCertificate() } };
  }
}
