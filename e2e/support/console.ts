import { newId } from '@vedette/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OpenPage, TestBrowser } from './browser.ts';
import type { SharedFixture } from './fixture.ts';

export interface Person {
  readonly email: string;
  readonly id: string;
}

/** The console of a stack, as people get into it. */
export class Console {
  readonly #fixture: SharedFixture;

  constructor(fixture: SharedFixture) {
    this.#fixture = fixture;
  }

  get url(): string {
    return this.#fixture.stack.consoleUrl;
  }

  async person(
    organizationId: string,
    role: string,
    email = `${newId('per')}@example.com`,
    name = 'Ada',
  ): Promise<Person> {
    const whom = ['--org', organizationId, '--email', email, '--name', name, '--role', role];
    const { id } = (await this.#fixture.stack.operator.run('person', 'add', ...whom)) as { id: string };
    return { email, id };
  }

  /** The address of a link that signs the person in, once. */
  async link({ email }: Person): Promise<string> {
    const { url } = (await this.#fixture.stack.operator.run('person', 'link', '--email', email)) as { url: string };
    return url;
  }

  /** Presses the button of a page that a link has opened, and waits for what comes after it. */
  async follow(page: Page, then = '**/console/o/**'): Promise<void> {
    await page.getByRole('main').getByRole('button').click();
    await page.waitForURL(then);
  }

  /** A page of somebody who has just followed a link. */
  async signIn(browser: TestBrowser, person: Person, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const open = await browser.open(await this.link(person), options);
    await this.follow(open.page);
    await open.page.getByRole('heading', { level: 1 }).waitFor();
    return open;
  }
}

export async function focusedText(page: Page): Promise<string> {
  return (await page.evaluate(() => document.activeElement?.textContent ?? '')).trim();
}
