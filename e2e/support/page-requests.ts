/// <reference lib="dom" />
import { waitFor } from '@vedette/test-kit';
import type { Page, Request } from 'playwright-core';

/** What a page of the console has asked for and does not have yet. */
export class PageRequests {
  readonly #page: Page;
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // It lasts as long as the page.
      if (!request.url().endsWith('/events/stream')) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
  }

  /** Waits until the screen has all that it asked for, and has drawn it. */
  async settle(): Promise<void> {
    await waitFor('the screen to be complete', async () => {
      await this.#page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      return this.#pending.size === 0;
    });
  }
}
