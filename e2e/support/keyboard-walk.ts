/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What somebody with a keyboard alone finds on a screen. */
export interface Walked {
  /** The addresses of links. */
  readonly links: readonly string[];
  /** What a pointer could use from the beginning on and the keyboard did not reach. */
  readonly unreached: readonly string[];
  /** What had the focus without showing it. */
  readonly unmarked: readonly string[];
  /** True if the focus came round to where it began. */
  readonly isComplete: boolean;
}

const MOST_STEPS = 400;

/** Presses Tab, and Enter on what opens, until the focus comes round. */
export class KeyboardWalk {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async everything(): Promise<Walked> {
    await this.#page.evaluate(watchFocus);
    let isComplete = false;
    for (let step = 0; step < MOST_STEPS && !isComplete; step += 1) {
      await this.#page.keyboard.press('Tab');
      const at = await this.#page.evaluate(focused);
      isComplete = at === 'seen';
      if (at === 'closed') await this.#page.keyboard.press('Enter');
    }
    await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return { ...(await this.#page.evaluate(result)), isComplete };
  }

  /** Presses Tab until a link to this address has the focus, then Enter. */
  async follow(link: string): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await this.#page.keyboard.press('Tab');
      const { href, isClosed } = await this.#page.evaluate(() => ({
        href: document.activeElement?.getAttribute('href'),
        isClosed: document.activeElement?.matches('details:not([open]) > summary') ?? false,
      }));
      if (href === link || isClosed) await this.#page.keyboard.press('Enter');
      if (href !== link) continue;
      await this.#page.waitForURL((url) => url.href.endsWith(link));
      return;
    }
    throw new Error(`No number of Tabs leads to ${link}`);
  }
}

interface WalkWindow extends Window {
  walked?: {
    /** What a pointer could use when the walk began. */
    readonly present: readonly HTMLElement[];
    readonly seen: Set<Element>;
    last: Element | undefined;
    readonly unmarked: string[];
  };
}

/** In the page: notes what gets the focus, and whether that can be seen. */
function watchFocus(): void {
  const usable = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  const walked = { present: [...usable], seen: new Set<Element>(), last: undefined, unmarked: [] };
  (globalThis as unknown as WalkWindow).walked = walked;
}

/** In the page: what has the focus now. */
function focused(): 'new' | 'seen' | 'closed' {
  const { walked } = globalThis as unknown as WalkWindow;
  const element = document.activeElement;
  if (walked === undefined || element === null || element === document.body) return 'new';
  // A frame, and a field for a date, have several stops.
  if (element === walked.last) return 'new';
  walked.last = element;
  if (walked.seen.has(element)) return 'seen';
  walked.seen.add(element);
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const isMarked =
    element.tagName === 'IFRAME' || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  if (!isMarked) walked.unmarked.push(element.outerHTML.slice(0, 160));
  return element.matches('details:not([open]) > summary') ? 'closed' : 'new';
}

/** In the page. */
function result(): Omit<Walked, 'isComplete'> {
  const { walked } = globalThis as unknown as WalkWindow;
  const seen = walked?.seen ?? new Set<Element>();
  const radios = [...seen].flatMap((each) => (each instanceof HTMLInputElement && each.type === 'radio' ? [each] : []));
  // Tab stops at one radio button of a group; the arrow keys lead to the others.
  const isOfReachedGroup = (element: Element): boolean =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    element.name !== '' &&
    radios.some(({ name, form }) => name === element.name && form === element.form);
  const unreached = (walked?.present ?? []).filter(
    (element) =>
      !seen.has(element) && !isOfReachedGroup(element) && element.checkVisibility() && !element.matches(':disabled'),
  );
  return {
    links: [...document.querySelectorAll('a[href]')].flatMap((each) =>
      seen.has(each) ? [each.getAttribute('href') ?? ''] : [],
    ),
    unreached: unreached.map((element) => element.outerHTML.slice(0, 160)),
    unmarked: walked?.unmarked ?? [],
  };
}
