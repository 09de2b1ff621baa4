import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@vedette/contract';
import { MailTransport, type MailOutcome } from '@vedette/mail';
import type { BackgroundLoop } from '@vedette/messaging';
import { storableLine } from '@vedette/outbound';
import { CONFIG, FailureLog, Host } from '@vedette/service-host';
import { nextAttempt } from '../plans/alert-schedule.ts';
import { SEND_LIMIT_MS, type SendOutcome } from '../channels/alert-channel.ts';
import { mailOutcome } from '../channels/email-channel.ts';
import type { IncidentConfig } from '../config.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import { confirmationUrl } from '../messages/console-links.ts';
import { IncidentMutations } from '../mutations.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { ConfirmationRepository, type DueConfirmation } from './confirmation.repository.ts';
import { askAgainAt, linkExpiresAt, mailCountedFrom, mayAsk } from './contact-confirmation.ts';

const LOOK_EVERY_MS = 1_000;
/** A mail whose sender was killed is taken again after this time. */
const LEASE_MS = SEND_LIMIT_MS + 20_000;
const TOKEN_BYTES = 32;

interface Question {
  readonly contactId: string;
  readonly askedBy: string | null;
  readonly address: string;
  readonly id: string;
}

/** `limited`: the address has got as many mails as an hour allows. `not-needed`: nobody needs to be asked any more. */
type Asked = MailOutcome | 'limited' | 'not-needed';

/**
 * Mails the links by which owners of addresses agree. A token is made for each attempt and is stored as its hash alone.
 * The link in the newest mail works, and so does that of a later attempt that failed: its mail may have arrived.
 * The connections to the mail server are not those of alerts, so that neither delays the other.
 */
@Injectable()
export class ConfirmationSender {
  readonly #addressKey: Buffer;
  readonly #consoleUrl: string;
  readonly #loop: BackgroundLoop | undefined;
  readonly #transport: MailTransport | undefined;
  readonly #failures: FailureLog;

  constructor(
    host: Host,
    private readonly confirmations: ConfirmationRepository,
    private readonly addresses: ContactAddresses,
    private readonly mutations: IncidentMutations,
    @Inject(CONFIG) { smtpUrl, smtpFrom, secretKey, consolePublicUrl }: IncidentConfig,
  ) {
    this.#addressKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'vedette confirmation mail', TOKEN_BYTES));
    this.#consoleUrl = consolePublicUrl;
    this.#failures = new FailureLog(host, 'a mail that asks for a confirmation was not sent');
    if (smtpUrl === null || smtpFrom === null) return;
    const transport = new MailTransport({ url: smtpUrl, from: smtpFrom });
    this.#transport = transport;
    this.#loop = host.lifecycle.loop('contact confirmations', LOOK_EVERY_MS, () => this.#sendDue(transport));
    host.lifecycle.add('clients', { stop: () => transport.close() });
  }

  /** Call this after a commit that added a confirmation. */
  wake(): void {
    this.#loop?.wake();
  }

  async #sendDue(transport: MailTransport): Promise<void> {
    for (;;) {
      const now = new Date();
      const due = await this.confirmations.claim(transport.concurrency, now, new Date(now.getTime() + LEASE_MS));
      await Promise.all(due.map((each) => this.#send(transport, each)));
      if (due.length < transport.concurrency) return;
    }
  }

  /** Mails the link once more, now; an address that has got enough mails gets none. */
  async sendAgain({ id: contactId, to: address }: { readonly id: string; readonly to: string }): Promise<SendOutcome> {
    if (this.#transport === undefined) return notSent('no mail server is configured');
    const askedBy = await this.confirmations.askedBy(contactId);
    const outcome = await this.#mail(this.#transport, { contactId, askedBy, address, id: newId('at') });
    if (outcome === 'limited') return notSent('the address got as many of these mails as it may get in an hour');
    if (outcome === 'not-needed') return notSent('the address needs no confirmation any more');
    return mailOutcome(outcome);
  }

  async #send(
    transport: MailTransport,
    { contactId, organizationId, askedBy, attempts, sealed }: DueConfirmation,
  ): Promise<void> {
    const address = this.addresses.open(contactId, sealed);
    const outcome = await this.#mail(transport, { contactId, askedBy, address, id: `${contactId}.${attempts}` });
    if (outcome === 'limited') return this.confirmations.postpone(contactId, askAgainAt(new Date()));
    if (outcome === 'not-needed' || outcome.ok) return this.#failures.succeeded(contactId);
    this.#failures.failed({ organizationId, receiver: contactId, reason: outcome.detail }, { attempts });
    const { isPermanent } = outcome;
    const next = nextAttempt({ attempts, isPermanent, retryAfterMs: null }, new Date(), Math.random());
    return this.confirmations.setDue(contactId, next.kind === 'again' ? next.at : null);
  }

  /** A mail that was not sent does not count against the address. */
  async #mail(transport: MailTransport, question: Question): Promise<Asked> {
    const now = new Date();
    const note = await this.#noteMail(question.address, now);
    if (note === undefined) return 'limited';
    const outcome = await this.#attempt(transport, question, now);
    if (outcome === 'not-needed' || !outcome.ok) await this.confirmations.dropNote(note);
    return outcome;
  }

  async #attempt(
    transport: MailTransport,
    { contactId, askedBy, address, id }: Question,
    now: Date,
  ): Promise<MailOutcome | 'not-needed'> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const link = { hash: hashOf(token), expiresAt: linkExpiresAt(now) };
    if (!(await this.confirmations.setToken(contactId, link))) return 'not-needed';
    const mail = confirmationMail(confirmationUrl(this.#consoleUrl, token), askedBy);
    const message = { ...mail, to: { name: '', address }, id: `confirmation.${id}` };
    const outcome = await transport.send(message, SEND_LIMIT_MS);
    if (outcome.ok) await this.confirmations.setSent(contactId, link);
    return outcome;
  }

  /** Undefined if the address has got enough mails. */
  #noteMail(address: string, now: Date): Promise<string | undefined> {
    const addressHash = createHmac('sha256', this.#addressKey).update(address.toLowerCase()).digest();
    const countedFrom = mailCountedFrom(now);
    return this.mutations.run(async (tx) => {
      if (!mayAsk(await this.confirmations.lockMails(tx, addressHash, countedFrom))) return undefined;
      return this.confirmations.noteMail(tx, addressHash, now, countedFrom);
    });
  }
}

function notSent(reason: string): SendOutcome {
  return { ok: false, reason: storableLine(reason), isPermanent: true, retryAfterMs: null };
}

/** Only the hash is stored. */
export function hashOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
