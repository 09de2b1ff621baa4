import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { CONFIG } from '@vedette/service-host';
import type { AccountConfig } from '../config.ts';
import { MailRepository, type QueuedMail } from './mail.repository.ts';

/** Takes mails that are sent later, so that no answer shows by its time whether a mail is sent. */
@Injectable()
export class MailQueue {
  /** False without a mail server: then nobody gets mail. */
  readonly isOn: boolean;
  #wake: () => void = () => undefined;

  constructor(
    private readonly mails: MailRepository,
    @Inject(CONFIG) config: AccountConfig,
  ) {
    this.isOn = config.smtpUrl !== null;
  }

  onMail(wake: () => void): void {
    this.#wake = wake;
  }

  add(tx: Sql, mail: Pick<QueuedMail, 'kind' | 'address' | 'invitationId'>, now: Date): Promise<void> {
    return this.mails.queue(tx, mail, now);
  }

  /** Call this after the commit. */
  wake(): void {
    this.#wake();
  }
}
