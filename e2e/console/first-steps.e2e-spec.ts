/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults, PHONE } from '../support/browser.ts';
import { ConsoleScene, go, JOURNEY_MS } from '../support/console-scene.ts';
import { focusedText, type Person } from '../support/console.ts';

let scene: ConsoleScene;
let isBroken = false;

beforeAll(async () => {
  scene = await ConsoleScene.open(() => isBroken);
});
afterEach(async () => {
  isBroken = false;
  await scene.closePages();
});
afterAll(() => scene.close());

/** In another tab, as the page asks for it; whoever says so too early is told. */
async function signInAgain(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const haveSignedIn = dialog.getByRole('button', { name: 'I have signed in' });
  await haveSignedIn.click();
  await dialog.getByRole('alert').getByText('Nobody has signed in yet').waitFor();
  const otherTab = await page.context().newPage();
  await otherTab.goto(await scene.vedette.link(person));
  await scene.vedette.follow(otherTab, '**/overview');
  expect(await page.getByText('The connection is lost').count()).toBe(0);
  await haveSignedIn.click();
  await dialog.waitFor({ state: 'detached' });
}

describe('signing in', () => {
  it('takes one link, which leaves the address at once, and ends on both sides', async () => {
    const person = await scene.vedette.person(scene.tenant.organizationId, 'OWNER');
    const link = await scene.vedette.link(person);
    const { page, complaints, hosts } = await scene.browser.open(link);
    await page.getByText(`signs you in as ${person.email}`).waitFor();
    expect(page.url()).not.toContain('token');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole('button', { name: `Sign in as ${person.email}` }).click();
    await page.waitForURL(`**/console/o/${scene.tenant.organizationId}/overview`);
    expect(page.url()).not.toContain('token');
    await page.goBack();
    expect(page.url()).not.toContain('token');
    expect([...hosts]).toEqual([new URL(link).host]);
    expect(complaints).toEqual([]);

    await page.goto(link);
    await page.getByRole('alert').getByText('unknown, used or expired').waitFor();
    await page.goto(new URL('/console/', link).href);
    await page.getByText(person.email).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('comes back to the page that somebody asked for, and says how to get a link without mail', async () => {
    const person = await scene.vedette.person(scene.tenant.organizationId, 'VIEWER');
    const link = await scene.vedette.link(person);
    const wanted = new URL(`/console/o/${scene.tenant.organizationId}/monitors?search=abc`, link).href;
    const { page } = await scene.browser.open(wanted);
    await page.getByText('vedette person link --email').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(link);
    await scene.vedette.follow(page, wanted);
  });

  it('over the session of somebody else says whose session it ends, and asks', async () => {
    const [ada, grace] = [
      await scene.vedette.person(scene.tenant.organizationId, 'OWNER'),
      await scene.vedette.person(scene.tenant.organizationId, 'VIEWER', undefined, 'Grace'),
    ];
    const { page } = await scene.vedette.signIn(scene.browser, ada);
    await page.goto(await scene.vedette.link(grace));
    await page.getByRole('button', { name: `Sign in as ${grace.email}` }).click();
    await page.getByText(`You are signed in here as ${ada.email}`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await focusedText(page)).toBe(`Sign out ${ada.email} and sign in as ${grace.email}`);
    const before = await page.context().cookies();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/overview');
    await page.getByText(grace.email).waitFor();
    const [old] = before;
    const answer = await fetch(`${scene.vedette.url}/api/console/v1/session`, {
      headers: { cookie: `${old?.name ?? ''}=${old?.value ?? ''}` },
    });
    expect(answer.status).toBe(401);
  });

  it('again as oneself asks nothing', async () => {
    const person = await scene.vedette.person(scene.tenant.organizationId, 'OWNER');
    const { page } = await scene.vedette.signIn(scene.browser, person);
    await page.goto(await scene.vedette.link(person));
    await page.getByRole('button', { name: `Sign in as ${person.email}` }).click();
    await page.waitForURL('**/overview');
    expect(await page.getByText('You are signed in here as').count()).toBe(0);
  });

  it('keeps the page when a session ends, until somebody signs in again', async () => {
    const { organizationId } = await scene.fixture.tenant();
    const person = await scene.vedette.person(organizationId, 'OWNER');
    const { page } = await scene.vedette.signIn(scene.browser, person);
    const field = page.getByLabel('Address');
    const typed = scene.target.url('half');
    await field.fill(typed);
    const ended = await page.evaluate(
      async () => (await fetch('/api/console/v1/session', { method: 'DELETE' })).status,
    );
    expect(ended).toBe(200);
    // The stream of events ends with its session.
    await signInAgain(page, person);
    expect(await field.inputValue()).toBe(typed);
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.locator('.pill').getByText('Up').waitFor();
  });

  it('keeps what was typed when a change is refused because the session is over', async () => {
    const { organizationId } = await scene.fixture.tenant();
    const person = await scene.vedette.person(organizationId, 'OWNER');
    const { page } = await scene.vedette.signIn(scene.browser, person);
    const field = page.getByLabel('Address');
    const typed = scene.target.url('refused');
    await field.fill(typed);
    await page.context().clearCookies();
    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Watch it' }).click();
    expect((await refused).status()).toBe(401);
    await signInAgain(page, person);
    expect(await field.inputValue()).toBe(typed);
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.locator('.pill').getByText('Up').waitFor();
  });
});

describe('two organizations', () => {
  it('are two places of one person, and a stranger gets into neither', async () => {
    const [own, other] = [await scene.fixture.tenant(), await scene.fixture.tenant()];
    const person = await scene.vedette.person(own.organizationId, 'MEMBER');
    const join = ['--org', other.organizationId, '--email', person.email, '--name', 'Ada', '--role', 'VIEWER'];
    await scene.fixture.stack.operator.run('person', 'add', ...join);
    await scene.watch('Corner shop', own);
    const { page } = await scene.vedette.signIn(scene.browser, person);
    await scene.visit(page, 'monitors', own);
    await page.getByText('Corner shop').waitFor();
    const second = await page.context().newPage();
    await scene.visit(second, 'monitors', other);
    await second.getByText('There are no monitors yet').waitFor();
    await page.reload();
    await page.getByText('Corner shop').waitFor();
    await page.getByLabel('Switch organization').selectOption(other.organizationId);
    await page.getByText('There are no monitors yet').waitFor();
    await scene.visit(page, 'monitors');
    await page.getByText('you do not belong to it').waitFor();
    expect(await page.getByText('Corner shop').count()).toBe(0);
  });
});

describe('a first run', () => {
  it('is one address, and its first check is on the screen', async () => {
    const { page, complaints } = await scene.signIn('OWNER', await scene.fixture.tenant());
    const field = page.getByLabel('Address');
    await field.fill('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not an address').waitFor();
    await field.fill(`https://example.com/${'x'.repeat(2_048)}`);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Must be at most 2048 characters long', { exact: true }).waitFor();
    await field.fill(scene.target.url('first'));
    await page.keyboard.press('Enter');
    await page.locator('.pill').getByText('Up').waitFor();
    await page.goBack();
    await page.getByText('All is well').waitFor();
    await page.getByRole('link', { name: '1 Up' }).click();
    await page.getByRole('row', { name: /Up.*first/ }).waitFor();
    expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')]);
  });

  it('tells of the first outage on every screen, without a reload', async () => {
    const { page, complaints } = await scene.signIn('OWNER', await scene.fixture.tenant());
    await page.getByLabel('Address').fill(scene.target.url('shaky'));
    await page.keyboard.press('Enter');
    await page.locator('.pill').getByText('Up').waitFor();
    isBroken = true;
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.locator('.pill').getByText('Down').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('1 ongoing').waitFor();
    await go(page, 'Overview');
    await page.getByText('1 monitor is down').waitFor();
    await page.locator('.feed').getByText('Incident opened').waitFor();
    await page.locator('.ongoing').getByText('503').waitFor();
    await page.locator('.ongoing').getByRole('link').click();
    await page.getByRole('heading', { name: /is down/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('samples', () => {
  it('are there for a look around, and leave nothing behind', async () => {
    const tenant = await scene.fixture.tenant();
    const { page, complaints } = await scene.signIn('OWNER', tenant);
    await page.getByRole('button', { name: 'Or look around with samples' }).click();
    await page.getByText('All is well').waitFor();
    const pages = await tenant.api.get<{ data: { published: boolean }[] }>('/api/v1/status-pages');
    expect(pages.body.data).toMatchObject([{ published: false }]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await page.getByText('What shall be watched?').waitFor();
    for (const list of ['monitors', 'status-pages']) {
      const { body } = await tenant.api.get<{ data: unknown[] }>(`/api/v1/${list}`);
      expect(body.data).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});

describe('everybody can use the console', () => {
  const names = ['Shop', 'x'.repeat(120), '🚀'.repeat(120), 'الموقع الرئيسي'];

  it(
    'in both themes, on a phone, in German, by the keyboard alone',
    async () => {
      const tenant = await scene.fixture.tenant();
      const ids: string[] = [];
      for (const name of names) ids.push(await scene.watch(name, tenant));
      const components = ids.map((monitorId) => ({ monitorId }));
      await scene.make('status-pages', { name: 'x'.repeat(120), components }, tenant);
      const paused = await scene.watch('Paused', tenant);
      await tenant.api.post(`/api/v1/monitors/${paused}/pause`, {});
      const person = await scene.vedette.person(tenant.organizationId, 'OWNER');
      const { page, complaints } = await scene.vedette.signIn(scene.browser, person);
      await page.getByRole('link', { name: '1 Paused' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('g');
      await page.keyboard.press('m');
      await page.getByRole('row', { name: /Paused/ }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
      await page.keyboard.press('/');
      await page.keyboard.type('paus');
      await page.getByRole('row', { name: /Shop/ }).waitFor({ state: 'detached' });
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByRole('searchbox').evaluate((element) => element.blur());
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await page.getByText(person.email).click();
      await page.getByLabel('Colours').selectOption('DARK');
      await page.getByLabel('Language').selectOption('de');
      await page.getByRole('heading', { name: 'Monitore', level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);

      await page.close();
      const { page: phone } = await scene.vedette.signIn(scene.browser, person, { ...PHONE, colorScheme: 'dark' });
      const places = ['overview', 'monitors', ...ids.map((id) => `monitors/${id}`)];
      for (const place of places) {
        await scene.visit(phone, place, tenant);
        if (place.includes('/')) await phone.locator('.pages').getByText('x'.repeat(120)).first().waitFor();
        else await phone.getByText('Shop').first().waitFor();
        expect(await accessibilityFaults(phone)).toEqual([]);
        const overflow = await phone.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      }
    },
    JOURNEY_MS,
  );
});
