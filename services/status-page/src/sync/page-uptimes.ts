import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import type { PageSource } from '../view/page-source.ts';
import { answeredUptime, withUptime } from '../view/page-view.ts';
import { PageLibrary } from './page-library.ts';
import { UptimeReader } from './uptime-reader.ts';
import { pagesToAsk, type AskedPage } from './uptime-turns.ts';

/** One request at a time, and no more in a second than this allows, however many pages there are. */
const ASK_EVERY_MS = 250;

interface KnownPage extends AskedPage {
  readonly components: PageSource['components'];
  isAnswered: boolean;
  askedAt: number;
  viewedAt: number;
}

/** Copies the uptimes of the monitor service onto the pages. While there is no answer, pages keep the last ones. */
@Injectable()
export class PageUptimes {
  readonly #pages = new Map<string, KnownPage>();

  constructor(
    { lifecycle }: Host,
    private readonly reader: UptimeReader,
    private readonly library: PageLibrary,
  ) {
    lifecycle.loop('copying uptimes', ASK_EVERY_MS, () => this.#ask());
  }

  /** Called when a page was read again. */
  note({ organizationId, page: { id, timezone }, components }: PageSource): void {
    const askedAt = this.#pages.get(id)?.askedAt ?? 0;
    const monitorIds = components.map(({ monitorId }) => monitorId);
    const known = { id, organizationId, timezone, components, monitorIds };
    this.#pages.set(id, { ...known, isAnswered: false, askedAt, viewedAt: 0 });
  }

  forget(pageId: string): void {
    this.#pages.delete(pageId);
  }

  async #ask(): Promise<void> {
    const pages = [...this.#pages.values()];
    for (const page of pages) page.viewedAt = this.library.get(page.id)?.viewedAt ?? 0;
    const now = Date.now();
    const asked = pagesToAsk(pages, now);
    const [first] = asked;
    if (first === undefined) return;
    for (const page of asked) Object.assign(page, { askedAt: now, isAnswered: false });
    const monitors = asked.flatMap(({ organizationId, monitorIds }) =>
      monitorIds.map((id) => ({ id, organizationId })),
    );
    const answer = await this.reader.ask(first.timezone, monitors);
    if (answer === undefined) return;
    for (const page of asked) {
      // If it was read meanwhile, this is another object, and the page is asked for again.
      page.isAnswered = true;
      const copy = this.library.get(page.id);
      const current = this.#pages.get(page.id);
      if (copy === undefined || current?.timezone !== page.timezone) continue;
      await this.library.show(withUptime(copy.view, answeredUptime(answer, current.components), new Date()));
    }
  }
}
