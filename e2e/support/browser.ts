import { AxeBuilder } from '@axe-core/playwright';
import { findTool } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { mkdir } from 'node:fs/promises';
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
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page })
    // It would otherwise write down all elements that pass. The other mode is only for frames of other sites.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  if (passes.length < 10) throw new Error('axe has hardly looked at the page');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Kept for a person to look at, out of git. */
export async function keepScreenshot(page: Page, name: string, folder = 'status-page'): Promise<void> {
  const directory = inRepository(`artifacts/${folder}`);
  await mkdir(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
