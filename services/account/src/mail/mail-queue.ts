import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { CONFIG } from '@vedette/service-host';
import type { AccountConfig } from '../config.ts';
import { MailRepository, type NewMail } from './mail.repository.ts';
import type { Notice } from './mail-text.ts';

/** Queues mails. They are sent after the answer, whose time therefore does not show whether a mail is sent. */
@Injectable()
export class MailQueue {
  /** Null without a mail server: then nobody gets mail. */
  readonly server: { readonly url: string; readonly from: string } | null;
  readonly #wakes: (() => void)[] = [];

  constructor(
    private readonly mails: MailRepository,
    @Inject(CONFIG) { smtpUrl, smtpFrom }: AccountConfig,
  ) {
    this.server = smtpUrl === null || smtpFrom === null ? null : { url: smtpUrl, from: smtpFrom };
  }

  get isOn(): boolean {
    return this.server !== null;
  }

  onMail(wake: () => void): void {
    this.#wakes.push(wake);
  }

  add(tx: Sql, mail: Omit<NewMail, 'notice'>, now: Date): Promise<void> {
    return this.mails.queue(tx, { ...mail, notice: null }, now);
  }

  /**
   * Tells a person what happened in their name or to them, in an organization or (null) at a sign-in; without a mail
   * server, nobody.
   */
  async notify(tx: Sql, organizationId: string | null, address: string, notice: Notice, now: Date): Promise<void> {
    if (!this.isOn) return;
    await this.mails.queue(tx, { kind: notice.kind, address, organizationId, invitationId: null, notice }, now);
  }

  /** Call this after the commit. */
  wake(): void {
    for (const wake of this.#wakes) wake();
  }
}
