import { AxeBuilder } from '@axe-core/playwright';
import { findTool } from '@vedette/local-stores';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** A page in a real browser, with its recorded errors, console output and requested hosts. */
export interface OpenPage {
  readonly page: Page;
  /** Errors, and whatever was written to the console. */
  readonly complaints: readonly string[];
  /** The hosts that it asked anything of. */
  readonly hosts: ReadonlySet<string>;
}

export class TestBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * With `isolatesSites`, frames of other sites have processes of their own, as they do in the browsers that people use.
   * The headless shell, unlike those, does not let Tab leave such a frame.
   */
  static async launch({ isolatesSites = true } = {}): Promise<TestBrowser> {
    const executablePath = findTool('chromium');
    if (executablePath === undefined) throw new Error('Chromium is missing: `apt-get install chromium-headless-shell`');
    // Chromium has no sandbox for root; it opens only our own pages here.
    const args = ['--no-sandbox', ...(isolatesSites ? ['--site-per-process'] : [])];
    return new TestBrowser(await chromium.launch({ executablePath, args }));
  }

  async open(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(url, { waitUntil: 'load' });
    return { page, complaints, hosts };
  }

  /** Ends all pages: each would go on asking for news. */
  async closePages(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** Accessibility faults of the page, by WCAG 2.2 A and AA and axe's best practices; empty if there are none. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return faultsBy(axeOn(page).withTags(tags), 10);
}

/** Those faults alone that come from colours: all that another theme of the same page can have. */
export function colourFaults(page: Page): Promise<string[]> {
  return faultsBy(axeOn(page).withRules(['color-contrast', 'link-in-text-block']), 1);
}

/** It would otherwise write down all elements that pass. The other mode is only for frames of other sites. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
}

async function faultsBy(axe: AxeBuilder, leastPasses: number): Promise<string[]> {
  const { violations, passes } = await axe.analyze();
  if (passes.length < leastPasses) throw new Error('axe has hardly looked at the page');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
