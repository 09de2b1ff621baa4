import { storableLine } from '@vedette/outbound';
import { createTransport } from 'nodemailer';
import { alertId, SEND_LIMIT_MS, type Alert, type AlertChannel, type SendOutcome } from './alert-channel.ts';
import { alertEmail } from '../messages/alert-email.ts';
import { smtpFailure } from './smtp-failure.ts';

const CONNECTIONS = 5;
const STEP_LIMIT_MS = 5_000;

export interface SmtpConfig {
  readonly url: string;
  /** `Vedette <alerts@example.com>` */
  readonly from: string;
}

export class EmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency = CONNECTIONS;
  readonly #transport;
  readonly #domain: string;

  constructor({ url, from }: SmtpConfig) {
    this.#domain = domainOf(from) ?? 'vedette.invalid';
    this.#transport = createTransport(
      {
        url,
        pool: true,
        maxConnections: CONNECTIONS,
        // Alert jobs do the retries, because they know the outcome of the first attempt.
        maxRequeues: 0,
        dnsTimeout: STEP_LIMIT_MS,
        connectionTimeout: STEP_LIMIT_MS,
        greetingTimeout: STEP_LIMIT_MS,
        socketTimeout: STEP_LIMIT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from, headers: { 'Auto-Submitted': 'auto-generated' } },
    );
  }

  async send(alert: Alert): Promise<SendOutcome> {
    const { name, address } = alert.contact;
    const mail = this.#transport.sendMail({
      ...alertEmail(alert.message),
      to: { name: name ?? '', address },
      messageId: this.#messageId(alert),
      // Mail programs then show the resolution in the same thread as the opening.
      ...(alert.kind === 'RESOLVED' && { inReplyTo: this.#messageId({ ...alert, kind: 'OPENED' }) }),
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${SEND_LIMIT_MS / 1_000} s`)), SEND_LIMIT_MS);
    });
    try {
      await Promise.race([mail, limit]);
      return { ok: true };
    } catch (error) {
      return smtpFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#transport.close();
  }

  #messageId(alert: Parameters<typeof alertId>[0]): string {
    return `<${alertId(alert)}@${this.#domain}>`;
  }
}

/** Used when no mail server is configured: the timeline then says why no mail was sent. */
export class NoEmailChannel implements AlertChannel {
  readonly type = 'EMAIL';
  readonly concurrency = CONNECTIONS;

  async send(): Promise<SendOutcome> {
    return { ok: false, reason: storableLine('no mail server is configured'), isPermanent: true, retryAfterMs: null };
  }

  close(): void {}
}

/** The domain of the sender's address, which may be in angle brackets after a name. */
function domainOf(from: string): string | undefined {
  const at = from.lastIndexOf('@');
  const [domain = ''] = at === -1 ? [] : from.slice(at + 1).split(/[\s>]/);
  return domain === '' ? undefined : domain;
}
