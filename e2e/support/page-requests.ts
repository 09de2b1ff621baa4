/// <reference lib="dom" />
import { waitFor } from '@vedette/test-kit';
import type { Page, Request } from 'playwright-core';

/** What a page of the console has asked for and does not have yet. */
export class PageRequests {
  readonly #page: Page;
  readonly #pending = new Set<Request>();
  #begun = 0;

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // It lasts as long as the page.
      if (request.url().endsWith('/events/stream')) return;
      this.#begun += 1;
      this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
  }

  /** Waits until the screen has all that it asked for, has drawn it, and asks for nothing more because of it. */
  async settle(): Promise<void> {
    await waitFor('the screen to be complete', async () => {
      const [begun, wasIdle] = [this.#begun, this.#pending.size === 0];
      await this.#page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      return wasIdle && this.#pending.size === 0 && begun === this.#begun;
    });
  }
}
