import { Injectable } from '@nestjs/common';
import { SecretBox } from '@vedette/sealing';

/** Encrypts contact addresses in the tables, because the address of a chat webhook is enough to post there. */
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
}
