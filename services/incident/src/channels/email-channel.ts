import { statusWords, type MailOutcome, type MailTransport } from '@vedette/mail';
import { storableLine } from '@vedette/outbound';
import {
  alertId,
  SEND_LIMIT_MS,
  type Alert,
  type AlertChannel,
  type DigestAlert,
  type DigestChannel,
  type SendOutcome,
  type TestAlert,
} from './alert-channel.ts';
import { alertEmail } from '../messages/alert-email.ts';

/** Alert jobs do the retries, because they know the outcome of the first attempt. */
export class EmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency: number;
  readonly digests: DigestChannel = { canGrow: false, send: (digest) => this.#sendDigest(digest) };

  constructor(private readonly transport: MailTransport) {
    this.concurrency = transport.concurrency;
  }

  async send(alert: Alert | TestAlert): Promise<SendOutcome> {
    const isFollowing = alert.kind !== 'OPENED' && alert.kind !== 'TEST';
    const opening = isFollowing ? (alert.openedIn ?? alertId({ ...alert, kind: 'OPENED', number: 0 })) : null;
    return this.#mail(alert, alertId(alert), opening);
  }

  #sendDigest(digest: DigestAlert): Promise<SendOutcome> {
    return this.#mail(digest, digest.id, digest.follows);
  }

  async #mail(
    { contact: { name, address }, message }: Pick<Alert, 'contact' | 'message'>,
    id: string,
    follows: string | null,
  ): Promise<SendOutcome> {
    const mail = {
      ...alertEmail(message),
      to: { name: name ?? '', address },
      id,
      list: { id: 'alerts', name: 'Vedette alerts' },
      ...(follows !== null && { follows }),
    };
    const outcome = await this.transport.send(mail, SEND_LIMIT_MS);
    return mailOutcome(outcome);
  }

  close(): void {
    this.transport.close();
  }
}

/** What a mail means for the customer. */
export function mailOutcome(outcome: MailOutcome): SendOutcome {
  if (outcome.ok) {
    const answer = storableLine(`the mail server answered ${JSON.stringify(outcome.answer)}`);
    return { ok: true, answer, maskedAnswer: storableLine(statusWords(outcome.answer)) };
  }
  const { reason, maskedReason, detail, isPermanent } = outcome;
  return {
    ok: false,
    reason: storableLine(reason),
    maskedReason: storableLine(maskedReason),
    detail,
    isPermanent,
    retryAfterMs: null,
  };
}

/** Used when no mail server is configured: the timeline then says why no mail was sent. */
export class NoEmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency = 1;
  readonly digests = null;

  async send(): Promise<SendOutcome> {
    return { ok: false, reason: storableLine('no mail server is configured'), isPermanent: true, retryAfterMs: null };
  }

  close(): void {}
}
