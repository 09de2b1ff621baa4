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

/** The element whose content is walked: of everything, or of what the screens do not share. */
type Part = 'body' | 'main';

const MOST_STEPS = 400;

/** Presses Tab, and Enter on what opens, until the focus comes round. */
export class KeyboardWalk {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The whole page. */
  everything(): Promise<Walked> {
    return this.#walk('body');
  }

  /** The content alone: Enter on the first link of the page skips what all screens have. */
  async content(): Promise<Walked> {
    await this.#page.evaluate(focusLink, '#main');
    await this.#page.keyboard.press('Enter');
    return this.#walk('main');
  }

  /** Presses Enter on a link that the walk has reached, and on what opens to show it. */
  async follow(link: string): Promise<void> {
    if (await this.#page.evaluate(focusOpener, link)) await this.#page.keyboard.press('Enter');
    await this.#page.evaluate(focusLink, link);
    await this.#page.keyboard.press('Enter');
    await this.#page.waitForURL((url) => url.href.endsWith(link));
  }

  async #walk(part: Part): Promise<Walked> {
    await this.#page.evaluate(watchFocus, part);
    let isComplete = false;
    for (let step = 0; step < MOST_STEPS && !isComplete; step += 1) {
      // The focus moves when the key goes down; nothing here listens to when it comes up.
      await this.#page.keyboard.down('Tab');
      const at = await this.#page.evaluate(focused);
      isComplete = at === 'round';
      if (at === 'closed') await this.#page.keyboard.press('Enter');
    }
    await this.#page.keyboard.up('Tab');
    await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return { ...(await this.#page.evaluate(result)), isComplete };
  }
}

interface WalkWindow extends Window {
  walked?: {
    readonly part: Element;
    /** What a pointer could use when the walk began. */
    readonly present: readonly HTMLElement[];
    readonly seen: Set<Element>;
    last: Element | undefined;
    readonly unmarked: string[];
  };
}

/** In the page: true if a link is behind something closed, which has the focus now. */
function focusOpener(link: string): boolean {
  const links = [...document.querySelectorAll<HTMLElement>(`a[href=${JSON.stringify(link)}]`)];
  if (links.some((each) => each.checkVisibility())) return false;
  const opener = links[0]?.closest('details:not([open])')?.querySelector<HTMLElement>(':scope > summary');
  opener?.focus();
  return document.activeElement === opener;
}

/** In the page. */
function focusLink(link: string): void {
  const links = [...document.querySelectorAll<HTMLElement>(`a[href=${JSON.stringify(link)}]`)];
  const visible = links.find((each) => each.checkVisibility());
  visible?.focus();
  if (visible === undefined || document.activeElement !== visible) throw new Error(`${link} does not take the focus`);
}

/** In the page: begins to note what gets the focus. */
function watchFocus(selector: Part): void {
  const part = document.querySelector(selector) ?? document.body;
  const usable = part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  const walked = { part, present: [...usable], seen: new Set<Element>(), last: undefined, unmarked: [] };
  (globalThis as unknown as WalkWindow).walked = walked;
}

/** In the page: what has the focus now, and whether that can be seen. */
function focused(): 'new' | 'round' | 'closed' {
  const { walked } = globalThis as unknown as WalkWindow;
  const element = document.activeElement;
  if (walked === undefined || element === null) return 'new';
  if (element === document.body) {
    walked.last = undefined;
    return 'new';
  }
  // A frame, and a field for a date, have several stops.
  if (element === walked.last) return 'new';
  walked.last = element;
  if (walked.seen.has(element) || !walked.part.contains(element)) return 'round';
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
