import { Injectable } from '@nestjs/common';
import type { Monitor } from '@vedette/contract';
import type { Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { joinRequest, splitRequest, type MonitorRequest } from './request-secrets.ts';

/** The columns in which a table stores a request. */
export interface StoredRequest {
  readonly url: string | null;
  readonly sealed: Uint8Array | null;
}

/** Encrypts the secrets of monitors at rest. A monitor without secrets costs nothing. */
@Injectable()
export class MonitorSecrets {
  /** Seals answers stored under an idempotency key, because they contain monitors with their secrets. */
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

  /** Adds the secrets to a monitor that was read without them. */
  openMonitor(monitor: Monitor, sealed: Uint8Array | null): Monitor {
    return sealed === null ? monitor : { ...monitor, ...this.open(monitor.id, { url: monitor.url, sealed }) };
  }

  /** Does the same on JSON text. */
  openJson(json: string, sealed: Uint8Array | null): string {
    return sealed === null ? json : JSON.stringify(this.openMonitor(JSON.parse(json) as Monitor, sealed));
  }
}
