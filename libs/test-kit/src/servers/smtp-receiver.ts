import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '../wait-for.ts';

/** Called with each mail before the server answers; an error that it throws becomes the server's answer. */
export type MailReaction = (mail: Email) => void | Promise<void>;

/** A real mail server that keeps the mail that it receives. */
export class SmtpReceiver {
  readonly mails: Email[] = [];
  /** Recipients that the server does not know. */
  readonly unknown = new Set<string>();
  react: MailReaction = () => undefined;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        callback(this.unknown.has(address) ? smtpError(550, 'No such user here') : null);
      },
      onData: (stream, _session, callback) => {
        void this.#take(stream, callback);
      },
    });
    // Clients that are killed reset their connections.
    this.#server.on('error', () => undefined);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  to(address: string): Email[] {
    return this.mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address));
  }

  /** Waits until so many mails to the address have come. */
  async got(address: string, count: number): Promise<Email[]> {
    return waitFor(`${count} mails to ${address}`, () => {
      const mails = this.to(address);
      return mails.length >= count ? mails : undefined;
    });
  }

  async #take(stream: NodeJS.ReadableStream, answer: (error?: Error) => void): Promise<void> {
    try {
      const mail = await PostalMime.parse(await buffer(stream));
      await this.react(mail);
      this.mails.push(mail);
      answer();
    } catch (error) {
      answer(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
