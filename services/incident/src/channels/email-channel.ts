import type { MailTransport } from '@vedette/mail';
import { storableLine } from '@vedette/outbound';
import {
  alertId,
  SEND_LIMIT_MS,
  type Alert,
  type AlertChannel,
  type SendOutcome,
  type TestAlert,
} from './alert-channel.ts';
import { alertEmail } from '../messages/alert-email.ts';

/** Alert jobs do the retries, because they know the outcome of the first attempt. */
export class EmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency: number;

  constructor(private readonly transport: MailTransport) {
    this.concurrency = transport.concurrency;
  }

  async send(alert: Alert | TestAlert): Promise<SendOutcome> {
    const { name, address } = alert.contact;
    const mail = {
      ...alertEmail(alert.message),
      to: { name: name ?? '', address },
      id: alertId(alert),
      list: { id: 'alerts', name: 'Vedette alerts' },
      ...(alert.kind !== 'OPENED' &&
        alert.kind !== 'TEST' && { follows: alertId({ ...alert, kind: 'OPENED', number: 0 }) }),
    };
    const outcome = await this.transport.send(mail, SEND_LIMIT_MS);
    return outcome.ok
      ? { ok: true, answer: storableLine(`the mail server answered ${JSON.stringify(outcome.answer)}`) }
      : { ...outcome, reason: storableLine(outcome.reason), retryAfterMs: null };
  }

  close(): void {
    this.transport.close();
  }
}

/** Used when no mail server is configured: the timeline then says why no mail was sent. */
export class NoEmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency = 1;

  async send(): Promise<SendOutcome> {
    return { ok: false, reason: storableLine('no mail server is configured'), isPermanent: true, retryAfterMs: null };
  }

  close(): void {}
}
