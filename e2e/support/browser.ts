/// <reference lib="dom" />
import { findTool } from '@vedette/local-stores';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

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
    page.on('console', (message) =>
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`),
    );
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

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility faults of the page, by WCAG 2.2 A and AA and axe's best practices; empty if there are none. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return faultsBy(page, { type: 'tag', values }, 10);
}

/** Those faults alone that come from colours: all that another theme of the same page can have. */
export function colourFaults(page: Page): Promise<string[]> {
  return faultsBy(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, 1);
}

/** A document keeps axe, whose loading takes a good part of a run. Frames of other sites are not looked into. */
async function faultsBy(page: Page, runOnly: RunOnly, leastPasses: number): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { passes, faults } = await page.evaluate(faultsInPage, runOnly);
  if (passes < leastPasses) throw new Error('axe has hardly looked at the page');
  return faults;
}

/** In the page. */
async function faultsInPage(runOnly: RunOnly): Promise<{ passes: number; faults: string[] }> {
  const { axe } = globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
  // It would otherwise write down all elements that pass.
  const { passes, violations } = await axe.run({ runOnly, resultTypes: ['violations'], iframes: false });
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  return { passes: passes.length, faults };
}
