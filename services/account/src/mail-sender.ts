import { Injectable } from '@nestjs/common';
import { MailTransport } from '@vedette/mail';
import { Host } from '@vedette/service-host';
import { MailQueue } from './mail/mail-queue.ts';
import { afterMailFailure, mailCountedFrom, mayMail } from './mail/mail-schedule.ts';
import { MailWriter } from './mail-writer.ts';
import { MAIL_LANES, MailRepository, type MailLane, type QueuedMail } from './mail/mail.repository.ts';
import { AccountMutations } from './mutations.ts';

const POLL_MS = 1_000;
const SEND_LIMIT_MS = 12_000;
/** A mail whose sender was killed is taken again after this time. */
const LEASE_MS = SEND_LIMIT_MS + 20_000;

/** Sends queued mails, those of each lane by themselves. */
@Injectable()
export class MailSender {
  constructor(
    private readonly host: Host,
    private readonly mails: MailRepository,
    private readonly writer: MailWriter,
    private readonly mutations: AccountMutations,
    queue: MailQueue,
  ) {
    host.metrics.observedGauge('mail_oldest_due_seconds', 'Age of the oldest mail that is due', () =>
      mails.oldestDueSeconds(new Date()),
    );
    if (queue.server === null) return;
    for (const lane of MAIL_LANES) {
      // With connections of its own, a lane never waits for the mail server to take the mails of another one.
      const transport = new MailTransport(queue.server);
      const loop = host.lifecycle.loop(`mail of ${lane}`, POLL_MS, () => this.#sendDue(lane, transport));
      queue.onMail(() => loop.wake());
      host.lifecycle.add('clients', { stop: () => transport.close() });
    }
  }

  async #sendDue(lane: MailLane, transport: MailTransport): Promise<void> {
    for (;;) {
      const now = new Date();
      const due = await this.mails.take(lane, transport.concurrency, now, new Date(now.getTime() + LEASE_MS));
      await Promise.all(due.map((mail) => this.#send(transport, mail)));
      if (due.length < transport.concurrency) return;
    }
  }

  async #send(transport: MailTransport, mail: QueuedMail): Promise<void> {
    const text = await this.mutations.run(async (tx) => {
      const now = new Date();
      const written = mayMail(await this.mails.lockTried(tx, mail, mailCountedFrom(now)))
        ? await this.writer.write(tx, mail, now)
        : undefined;
      if (written === undefined) await this.mails.end(tx, mail.id, false, now);
      else await this.mails.noteTry(tx, mail.id, now);
      return written;
    });
    if (text === undefined) return;
    const to = { name: '', address: mail.address };
    const outcome = await transport.send({ ...text, to, id: `mail.${mail.id}` }, SEND_LIMIT_MS);
    if (!outcome.ok) this.host.logger.warn({ reason: outcome.detail, kind: mail.kind }, 'a mail was not sent');
    await this.mutations.run(async (tx) => {
      const now = new Date();
      if (outcome.ok) return this.mails.end(tx, mail.id, true, now);
      const next = afterMailFailure(mail, outcome.isPermanent, now);
      return next.kind === 'again'
        ? this.mails.tryAgain(tx, mail.id, next.at)
        : this.mails.end(tx, mail.id, false, now);
    });
  }
}
