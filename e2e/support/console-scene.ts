/// <reference lib="dom" />
import { expect } from '@jest/globals';
import { TargetServer } from '@vedette/test-kit/target-server';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, colourFaults, TestBrowser, type OpenPage } from './browser.ts';
import { Console } from './console.ts';
import { sharedFixture, type SharedFixture, type Tenant } from './fixture.ts';

/** A person's whole way through several screens, each looked at by axe in both themes. */
export const JOURNEY_MS = 180_000;

/** What a browser suite of the console has: an organization, people who sign in, and a target that can break. */
export class ConsoleScene {
  readonly fixture: SharedFixture;
  readonly browser: TestBrowser;
  readonly vedette: Console;
  readonly target: TargetServer;
  readonly tenant: Tenant;

  private constructor(fixture: SharedFixture, browser: TestBrowser, target: TargetServer, tenant: Tenant) {
    this.fixture = fixture;
    this.browser = browser;
    this.vedette = new Console(fixture);
    this.target = target;
    this.tenant = tenant;
  }

  /** `isBroken`: whether the target answers with 503, asked at each request. */
  static async open(isBroken: () => boolean = () => false, launched = TestBrowser.launch()): Promise<ConsoleScene> {
    const fixture = await sharedFixture();
    const [browser, target, tenant] = await Promise.all([
      launched,
      TargetServer.start((_, response) => response.writeHead(isBroken() ? 503 : 200).end('hello')),
      fixture.tenant(),
    ]);
    return new ConsoleScene(fixture, browser, target, tenant);
  }

  /** Somebody of this role who has just followed a link. */
  async signIn(role: string, { organizationId } = this.tenant, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const person = await this.vedette.person(organizationId, role);
    return this.vedette.signIn(this.browser, person, { timezoneId: 'UTC', ...options });
  }

  async visit(page: Page, place: string, { organizationId } = this.tenant): Promise<void> {
    await page.goto(`${this.fixture.stack.consoleUrl}/console/o/${organizationId}/${place}`);
  }

  /** Makes something by the API, and returns its id. */
  async make(path: string, body: object, { api } = this.tenant): Promise<string> {
    const answer = await api.post<{ id: string }>(`/api/v1/${path}`, body);
    expect(answer.status).toBe(201);
    return answer.body.id;
  }

  /** A monitor of the target. */
  watch(name: string, tenant = this.tenant): Promise<string> {
    return this.make('monitors', { name, type: 'HTTP', url: this.target.url() }, tenant);
  }

  closePages(): Promise<void> {
    return this.browser.closePages();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.target.stop();
  }
}

/** How far the page is wider than the window, or a table than its card. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const right = (element: Element | null): number => Math.round(element?.getBoundingClientRect().right ?? 0);
    const tables = [...document.querySelectorAll('.card table')];
    return Math.max(
      0,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ...tables.map((table) => right(table) - right(table.closest('.card'))),
    );
  });
}

/** By the menu. */
export function go(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** In both themes, which differ in colours alone. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect({ name, faults: await accessibilityFaults(page) }).toEqual({ name, faults: [] });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect({ name, faults: await colourFaults(page) }).toEqual({ name, faults: [] });
}
