import { Injectable } from '@nestjs/common';
import type { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MessageHtmlRepository, type MessageHtml } from './message-html.repository.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { HTML_VERSION, plainHtml } from '../parsing/message-html.ts';
import { ParserThread, type ParsingOrder } from '../parsing/parser-thread.ts';
import { StatusPageMutations } from '../mutations.ts';

/** During a rolling update, replicas of the previous release still store messages of the older version. */
const LOOK_EVERY_MS = 60_000;
const BATCH = 50;

/**
 * Renders messages when they are written, and re-renders messages of older renderers in the background, so that page
 * requests never render Markdown.
 */
@Injectable()
export class MessageRenderer {
  readonly #loop: BackgroundLoop;

  constructor(
    { lifecycle }: Host,
    private readonly parser: ParserThread,
    private readonly messages: MessageHtmlRepository,
    private readonly versions: PageVersionRepository,
    private readonly mutations: StatusPageMutations,
  ) {
    this.#loop = lifecycle.loop('rendering messages anew', LOOK_EVERY_MS, () => this.renderOld());
  }

  async render(message: string, order: ParsingOrder): Promise<MessageHtml> {
    const rendered = await this.parser.parse('messageHtml', message, order);
    return { html: rendered.ok ? rendered.result : plainHtml(message), htmlVersion: HTML_VERSION };
  }

  /** Several replicas may render the same message; they all produce the same HTML. */
  async renderOld(): Promise<void> {
    const old = await this.messages.old(HTML_VERSION, BATCH);
    for (const { id, organizationId, message } of old) {
      const html = await this.render(message, { organizationId, lane: 'background', deadlineAt: Infinity });
      await this.mutations.run(async (tx, mutation) => {
        this.versions.touch(tx, mutation, await this.messages.store(tx, id, html));
      });
    }
    if (old.length === BATCH) this.#loop.wake();
  }
}
