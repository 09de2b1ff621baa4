import { Injectable } from '@nestjs/common';
import { SecretBox } from '@vedette/sealing';

/** Hides the addresses of contacts from whoever reads the tables: whoever knows that of a chat webhook can post there. */
@Injectable()
export class ContactAddresses {
  constructor(private readonly box: SecretBox) {}

  seal(contactId: string, address: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.box.seal(address, contactId));
  }

  /** Empty for a contact that was removed. */
  open(contactId: string, sealed: Uint8Array | null): string {
    return sealed === null ? '' : this.box.open(Buffer.from(sealed), contactId);
  }
}
