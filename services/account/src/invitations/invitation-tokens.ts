import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { CONFIG } from '@vedette/service-host';
import type { AccountConfig } from '../config.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { hashToken, makeToken, tokenUrl } from '../sign-in/token.ts';
import type { Invitation } from './invitation.repository.ts';

export interface InvitationToken {
  readonly isMailed: boolean;
  /** Null for a token that is mailed: it is made when the mail is sent, and shown to nobody else. */
  readonly shown: { readonly hash: string; readonly url: string } | null;
}

/** Mails the links of invitations where there is a mail server. Otherwise whoever invites is shown them. */
@Injectable()
export class InvitationTokens {
  readonly #consoleUrl: string;

  constructor(
    private readonly mail: MailQueue,
    @Inject(CONFIG) { consolePublicUrl }: AccountConfig,
  ) {
    this.#consoleUrl = consolePublicUrl;
  }

  make(): InvitationToken {
    if (this.mail.isOn) return { isMailed: true, shown: null };
    const token = makeToken(randomBytes);
    return {
      isMailed: false,
      shown: { hash: hashToken(token), url: tokenUrl(this.#consoleUrl, 'invitation', token) },
    };
  }

  async mailLater(
    tx: Sql,
    { id, email, organizationId }: Pick<Invitation, 'id' | 'email' | 'organizationId'>,
    now: Date,
  ): Promise<void> {
    await this.mail.add(tx, { kind: 'INVITATION', address: email, organizationId, invitationId: id }, now);
  }
}
