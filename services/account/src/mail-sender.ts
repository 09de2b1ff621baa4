import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { MailTransport } from '@vedette/mail';
import type { MailBody } from '@vedette/mail/mail-layout';
import { CONFIG, Host } from '@vedette/service-host';
import type { AccountConfig } from './config.ts';
import { InvitationRepository } from './invitations/invitation.repository.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { afterMailFailure, mailCountedFrom, mayMail } from './mail/mail-schedule.ts';
import { invitationMail, noticeMail, signInMail } from './mail/mail-text.ts';
import { MAIL_LANES, MailRepository, type MailLane, type QueuedMail } from './mail/mail.repository.ts';
import { AccountMutations } from './mutations.ts';
import { OrganizationRepository } from './organizations/organization.repository.ts';
import { PersonRepository } from './people/person.repository.ts';
import { linkExpiresAt } from './sign-in/sign-in-links.ts';
import { SignInRepository } from './sign-in/sign-in.repository.ts';
import { hashToken, makeToken, tokenUrl } from './sign-in/token.ts';

const POLL_MS = 1_000;
const SEND_LIMIT_MS = 12_000;
/** A mail whose sender was killed is taken again after this time. */
const LEASE_MS = SEND_LIMIT_MS + 20_000;

/** Sends queued mails, those of each lane by themselves. A token is made for each attempt and is stored as its hash alone. */
@Injectable()
export class MailSender {
  readonly #consoleUrl: string;

  constructor(
    private readonly host: Host,
    private readonly mails: MailRepository,
    private readonly people: PersonRepository,
    private readonly links: SignInRepository,
    private readonly invitations: InvitationRepository,
    private readonly organizations: OrganizationRepository,
    private readonly mutations: AccountMutations,
    queue: MailQueue,
    @Inject(CONFIG) { smtpUrl, smtpFrom, consolePublicUrl }: AccountConfig,
  ) {
    this.#consoleUrl = consolePublicUrl;
    host.metrics.observedGauge('mail_oldest_due_seconds', 'Age of the oldest mail that is due', () =>
      mails.oldestDueSeconds(new Date()),
    );
    if (smtpUrl === null || smtpFrom === null) return;
    for (const lane of MAIL_LANES) {
      // With connections of its own, a lane never waits for the mail server to take the mails of another one.
      const transport = new MailTransport({ url: smtpUrl, from: smtpFrom });
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
        ? await this.#write(tx, mail, now)
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

  /** Undefined if there is nobody to write to, or nothing to write of any more. */
  async #write(tx: Sql, { address, invitationId, notice }: QueuedMail, now: Date): Promise<MailBody | undefined> {
    if (notice !== null) return noticeMail(notice, new URL('console/', `${this.#consoleUrl}/`).href);
    const token = makeToken(randomBytes);
    const hash = hashToken(token);
    if (invitationId !== null) {
      const invitation = await this.invitations.setToken(tx, invitationId, hash);
      const organization = invitation && (await this.organizations.find(invitation.organizationId, tx));
      if (invitation === undefined || organization === undefined) return undefined;
      const url = tokenUrl(this.#consoleUrl, 'invitation', token);
      return invitationMail(url, organization.name, invitation.invitedBy);
    }
    const person = await this.people.findByEmail(address, tx);
    if (person === undefined) return undefined;
    const link = { hash, personId: person.id, organizationId: null, expiresAt: linkExpiresAt(now) };
    await this.links.insertLink(tx, link);
    return signInMail(tokenUrl(this.#consoleUrl, 'sign-in', token));
  }
}
