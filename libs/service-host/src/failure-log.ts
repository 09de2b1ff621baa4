import { BackgroundLoop } from '@vedette/messaging';
import { FailureLines } from './failure-lines.ts';
import type { Host } from './host.ts';

const SUM_EVERY_MS = 600_000;

interface Failure {
  readonly organizationId: string;
  /** An id; addresses are not logged. */
  readonly receiver: string;
  readonly reason: string;
}

/** Logs failures of receivers that customers chose, so that one customer's receivers do not fill the log. */
export class FailureLog {
  readonly #lines = new FailureLines();

  constructor(
    private readonly host: Pick<Host, 'logger' | 'lifecycle'>,
    private readonly text: string,
  ) {
    const { logger, lifecycle } = host;
    const loop = new BackgroundLoop(`counting: ${text}`, SUM_EVERY_MS, logger, () => this.#sumUp());
    lifecycle.add('clients', {
      start: () => loop.start(),
      stop: async () => {
        await loop.stop();
        await this.#sumUp();
      },
    });
  }

  failed({ organizationId, receiver, reason }: Failure, fields: object): void {
    if (!this.#lines.fail(organizationId, receiver, reason)) return;
    this.host.logger.warn({ organizationId, receiver, reason, ...fields }, this.text);
  }

  succeeded(receiver: string): void {
    this.#lines.succeed(receiver);
  }

  async #sumUp(): Promise<void> {
    const sum = this.#lines.takeSum();
    if (sum !== null) this.host.logger.warn(sum, `${this.text}: more of these, without lines of their own`);
  }
}
