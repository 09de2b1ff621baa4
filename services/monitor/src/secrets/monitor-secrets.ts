import { Injectable } from '@nestjs/common';
import type { Monitor } from '@vedette/contract';
import type { Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { joinRequest, splitRequest, type MonitorRequest } from './request-secrets.ts';

/** What a table holds of a request. */
export interface StoredRequest {
  readonly url: string | null;
  readonly sealed: Uint8Array | null;
}

/** Hides the secrets of monitors from whoever reads the tables. A monitor without any costs nothing. */
@Injectable()
export class MonitorSecrets {
  /** For answers under an idempotency key: a monitor in them is whole. */
  readonly answers: Seal;

  constructor(private readonly box: SecretBox) {
    this.answers = box.within('idempotent answer');
  }

  seal(monitorId: string, request: MonitorRequest): { url: string | null; sealed: Uint8Array<ArrayBuffer> | null } {
    const { url, secret } = splitRequest(request);
    return { url, sealed: secret === null ? null : new Uint8Array(this.box.seal(secret, monitorId)) };
  }

  open(monitorId: string, { url, sealed }: StoredRequest): MonitorRequest {
    if (sealed === null) return { url, requestHeaders: null };
    return joinRequest(url, this.box.open(Buffer.from(sealed), monitorId));
  }

  /** A monitor whose secrets are left out, with them. */
  openMonitor(monitor: Monitor, sealed: Uint8Array | null): Monitor {
    return sealed === null ? monitor : { ...monitor, ...this.open(monitor.id, { url: monitor.url, sealed }) };
  }

  /** The same as JSON text. */
  openJson(json: string, sealed: Uint8Array | null): string {
    return sealed === null ? json : JSON.stringify(this.openMonitor(JSON.parse(json) as Monitor, sealed));
  }
}
