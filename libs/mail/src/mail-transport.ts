import { createTransport } from 'nodemailer';
import { oneLine, smtpFailure, type MailFailure } from './smtp-failure.ts';

const CONNECTIONS = 5;
const STEP_LIMIT_MS = 5_000;

export interface SmtpConfig {
  readonly url: string;
  /** `Vedette <alerts@example.com>` */
  readonly from: string;
}

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The same on every attempt, so that receivers can recognize a repetition. */
  readonly id: string;
  /** The id of the mail that this one follows; mail programs show both in one thread. */
  readonly follows?: string;
  /** The list that the mail belongs to, by which its readers can filter. */
  readonly list?: { readonly id: string; readonly name: string };
}

/** `answer` is what the mail server said when it took the mail, on one line; empty for a check. */
export type MailOutcome = { readonly ok: true; readonly answer: string } | MailFailure;

/** Sends mail through the operator's mail server. It never retries: its users know what an attempt led to. */
export class MailTransport {
  /** How many mails can be under way at once. */
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

  /** Ends within `limitMs`. */
  async send({ id, follows, list, ...mail }: Mail, limitMs: number): Promise<MailOutcome> {
    const thread = follows === undefined ? {} : threadOf(this.#messageId(follows));
    const headers = list === undefined ? {} : { 'List-Id': `${list.name} <${list.id}.${this.#domain}>` };
    const sent = this.#transport.sendMail({ ...mail, ...thread, headers, messageId: this.#messageId(id) });
    return outcomeOf(
      sent.then(({ response }) => oneLine(response)),
      limitMs,
    );
  }

  /** Connects and signs in, and sends nothing. Ends within `limitMs`. */
  async check(limitMs: number): Promise<MailOutcome> {
    return outcomeOf(
      this.#transport.verify().then(() => ''),
      limitMs,
    );
  }

  close(): void {
    this.#transport.close();
  }

  #messageId(id: string): string {
    return `<${id}@${this.#domain}>`;
  }
}

/** Some mail programs build threads from one of the two headers, some from the other. */
function threadOf(first: string) {
  return { inReplyTo: first, references: first };
}

async function outcomeOf(work: Promise<string>, limitMs: number): Promise<MailOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    return { ok: true, answer: await Promise.race([work, limit]) };
  } catch (error) {
    return smtpFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The domain of the sender's address, which may be in angle brackets after a name. */
function domainOf(from: string): string | undefined {
  const at = from.lastIndexOf('@');
  const [domain = ''] = at === -1 ? [] : from.slice(at + 1).split(/[\s>]/);
  return domain === '' ? undefined : domain;
}
