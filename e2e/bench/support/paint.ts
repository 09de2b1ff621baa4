/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';

/** A row of a table that shows something. */
const ROW = 'tbody tr[aria-rowindex] td + td';
const MARK = 'rows painted';

/** Notes in every page of the context when its first row was painted. */
export async function watchFirstRow(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ row, mark }) => {
      const look = (): void => {
        requestAnimationFrame(() => {
          if (document.querySelector(row) === null) return look();
          // What comes after the frame comes after its paint.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => performance.mark(mark));
          port1.start();
          port2.postMessage(null);
        });
      };
      look();
    },
    { row: ROW, mark: MARK },
  );
}

/** From the start of the navigation until the first row was painted. */
export async function firstRowMs(page: Page): Promise<number> {
  const painted = await page.waitForFunction((mark) => performance.getEntriesByName(mark)[0]?.startTime, MARK);
  return Number(await painted.jsonValue());
}

/** Enters a value as a person would, and tells how long it takes until the first row shows the text. */
export function untilFirstRowShows(page: Page, field: string, value: string, text: string): Promise<number> {
  return page.evaluate(
    async ({ row, field: selector, value: entered, text: wanted }) => {
      const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
      if (input === null) throw new Error(`There is no ${selector}`);
      const startedAt = performance.now();
      input.value = entered;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
      const shows = (): boolean => document.querySelector(row)?.parentElement?.textContent?.includes(wanted) === true;
      do {
        await new Promise(requestAnimationFrame);
        if (performance.now() - startedAt > 10_000) throw new Error(`The first row does not show ${wanted}`);
      } while (!shows());
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(null);
      });
      return performance.now() - startedAt;
    },
    { row: ROW, field, value, text },
  );
}

/** What JavaScript holds after a collection of garbage. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_048_576;
}
