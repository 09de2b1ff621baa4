import { Injectable } from '@nestjs/common';
import { SecretBox } from '@vedette/sealing';

/** Encrypts contact addresses and secrets in the tables, because the address of a chat webhook is enough to post there. */
@Injectable()
export class ContactAddresses {
  constructor(private readonly box: SecretBox) {}

  seal(contactId: string, address: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.box.seal(address, contactId));
  }

  /** Empty for a removed contact. */
  open(contactId: string, sealed: Uint8Array | null): string {
    return sealed === null ? '' : this.box.open(Buffer.from(sealed), contactId);
  }

  /** In a context of its own, so that a secret cannot stand in for an address. */
  sealSecret(contactId: string, secret: string | null): Uint8Array<ArrayBuffer> | null {
    return secret === null ? null : new Uint8Array(this.box.seal(secret, secretContext(contactId)));
  }

  openSecret(contactId: string, sealed: Uint8Array | null): string | null {
    return sealed === null ? null : this.box.open(Buffer.from(sealed), secretContext(contactId));
  }
}

function secretContext(contactId: string): string {
  return `${contactId} secret`;
}
