import { Injectable } from '@nestjs/common';
import { subjects, type CredentialChange } from '@vedette/contract';
import { Host } from '@vedette/service-host';

/** Tells the gateways that a credential has changed. A lost message only costs time: they ask again within a second. */
@Injectable()
export class CredentialSignal {
  constructor(private readonly host: Host) {}

  /** Call this after the commit. */
  announce(change: CredentialChange): void {
    this.host.link.connection?.publish(subjects.credentialChanged, JSON.stringify(change));
  }
}
