/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TargetServer } from '@vedette/test-kit/target-server';
import type { ApiClient } from '../support/api-client.ts';
import { accessibilityFaults, keepScreenshot, TestBrowser } from '../support/browser.ts';
import { Console, focusedText } from '../support/console.ts';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';

let fixture: SharedFixture;
let browser: TestBrowser;
let vedette: Console;
let target: TargetServer;
let tenant: Tenant;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

beforeAll(async () => {
  [fixture, browser, target] = await Promise.all([
    sharedFixture(),
    TestBrowser.launch(),
    TargetServer.start((_, response) => response.end('hello')),
  ]);
  vedette = new Console(fixture);
  tenant = await fixture.tenant();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await target.stop();
});

async function addMonitor(api: ApiClient, name: string): Promise<string> {
  const { status, body } = await api.post<{ id: string }>('/api/v1/monitors', {
    name,
    type: 'HTTP',
    url: target.url(),
  });
  expect(status).toBe(201);
  return body.id;
}

describe('signing in', () => {
  it('takes one link, which leaves the address at once, and ends on both sides', async () => {
    const person = await vedette.person(tenant.organizationId, 'OWNER');
    const link = await vedette.link(person);
    const { page, complaints, hosts } = await browser.open(link);
    await page.waitForURL(`**/console/o/${tenant.organizationId}/overview`);
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
    const person = await vedette.person(tenant.organizationId, 'VIEWER');
    const link = await vedette.link(person);
    const wanted = new URL(`/console/o/${tenant.organizationId}/monitors?search=abc`, link).href;
    const { page } = await browser.open(wanted);
    await page.getByText('vedette person link --email').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(link);
    await page.waitForURL(wanted);
  });

  it('keeps the page when a session ends, until somebody signs in again', async () => {
    const person = await vedette.person(tenant.organizationId, 'OWNER');
    const { page } = await vedette.signIn(browser, person);
    const field = page.getByLabel('Address');
    await field.fill('half-typed.example');
    const [cookie] = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    if (cookie === undefined) throw new Error('There was no session');
    await page.context().addCookies([cookie]);
    await page.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('half-typed.example');
  });
});

describe('two organizations', () => {
  it('are two places of one person, and a stranger gets into neither', async () => {
    const [own, other] = [await fixture.tenant(), await fixture.tenant()];
    const person = await vedette.person(own.organizationId, 'MEMBER');
    const join = ['--org', other.organizationId, '--email', person.email, '--name', 'Ada', '--role', 'VIEWER'];
    await fixture.stack.operator.run('person', 'add', ...join);
    await addMonitor(own.api, 'Corner shop');
    const { page } = await vedette.signIn(browser, person);
    await page.goto(new URL(`/console/o/${own.organizationId}/monitors`, page.url()).href);
    await page.getByText('Corner shop').waitFor();
    const second = await page.context().newPage();
    await second.goto(new URL(`/console/o/${other.organizationId}/monitors`, page.url()).href);
    await second.getByText('There are no monitors yet').waitFor();
    await page.reload();
    await page.getByText('Corner shop').waitFor();
    await page.getByLabel('Switch organization').selectOption(other.organizationId);
    await page.getByText('There are no monitors yet').waitFor();
    await page.goto(new URL(`/console/o/${tenant.organizationId}/monitors`, page.url()).href);
    await page.getByText('you do not belong to it').waitFor();
    expect(await page.getByText('Corner shop').count()).toBe(0);
  });
});

describe('a first run', () => {
  it('is one address, and its first check is on the screen', async () => {
    const { organizationId } = await fixture.tenant();
    const { page, complaints } = await vedette.signIn(browser, await vedette.person(organizationId, 'OWNER'));
    const field = page.getByLabel('Address');
    await field.fill('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not an address').waitFor();
    await field.fill(target.url('first'));
    await page.keyboard.press('Enter');
    await page.locator('.pill').getByText('Up').waitFor();
    await page.goBack();
    await page.getByText('All is well').waitFor();
    await page.getByRole('link', { name: '1 Up' }).click();
    await page.getByRole('row', { name: /Up.*first/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('samples', () => {
  it('are there for a look around, and leave nothing behind', async () => {
    const { organizationId, api } = await fixture.tenant();
    const { page, complaints } = await vedette.signIn(browser, await vedette.person(organizationId, 'OWNER'));
    await page.getByRole('button', { name: 'Or look around with samples' }).click();
    await page.getByText('All is well').waitFor();
    const pages = await api.get<{ data: { published: boolean }[] }>('/api/v1/status-pages');
    expect(pages.body.data).toMatchObject([{ published: false }]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await page.getByText('What shall be watched?').waitFor();
    for (const list of ['monitors', 'status-pages']) {
      const { body } = await api.get<{ data: unknown[] }>(`/api/v1/${list}`);
      expect(body.data).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});

describe('everybody can use the console', () => {
  const names = ['Shop', 'x'.repeat(120), '🚀'.repeat(60), 'الموقع الرئيسي'];

  it('in both themes, on a phone, in German, by the keyboard alone', async () => {
    const { organizationId, api } = await fixture.tenant();
    for (const name of names) await addMonitor(api, name);
    const paused = await addMonitor(api, 'Paused');
    await api.post(`/api/v1/monitors/${paused}/pause`, {});
    const person = await vedette.person(organizationId, 'OWNER');
    const { page, complaints } = await vedette.signIn(browser, person);
    await page.getByRole('link', { name: '1 Paused' }).waitFor();
    await keepScreenshot(page, 'overview-light', 'console');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('row', { name: /Paused/ }).waitFor();
    await keepScreenshot(page, 'monitors-light', 'console');
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
    const { page: phone } = await vedette.signIn(browser, person, { ...PHONE, colorScheme: 'dark' });
    for (const place of ['overview', 'monitors']) {
      await phone.goto(new URL(`/console/o/${organizationId}/${place}`, phone.url()).href);
      await phone.getByText('Shop').first().waitFor();
      await keepScreenshot(phone, `${place}-phone-dark`, 'console');
      expect(await accessibilityFaults(phone)).toEqual([]);
      const overflow = await phone.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  }, 180_000);
});
