/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import got from 'got';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { MonitorPeer } from '@vedette/test-kit/monitor-peer';
import { accessibilityFaults, TestBrowser } from './support/browser.ts';
import { DemoPage } from './support/demo-page.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';

let fixture: Fixture;
let peer: MonitorPeer;
let browser: TestBrowser;
let tenant: Tenant;
let troubled: DemoPage;

beforeAll(async () => {
  fixture = await startFixture({
    services: ['gateway', 'status-page'],
    env: { RATE_LIMIT_REQUESTS: '100000', STATUS_PAGE_FRAME_ANCESTORS: "'self',https://intranet.example" },
  });
  peer = await MonitorPeer.start(fixture.stack.natsUrl);
  browser = await TestBrowser.launch();
  tenant = await fixture.tenant();
  await DemoPage.create(tenant, peer, { slug: 'calm' });
  troubled = await DemoPage.create(tenant, peer, { slug: 'troubled', accentColor: '#ffe600' });
  await troubled.breakDown();
  await waitFor('both pages', async () => {
    const [good, bad] = await Promise.all([read('/calm'), read('/troubled')]);
    return (
      good.includes('All systems operational') &&
      good.includes('uptime') &&
      bad.includes('Singapore') &&
      bad.includes('Partial outage')
    );
  });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await peer.stop();
  await fixture.stop();
});

const address = (path: string): string => `${fixture.stack.statusUrl}${path}`;
const read = (path: string): Promise<string> => got(address(path), { retry: { limit: 0 } }).text();
const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent();

/** Within a refresh of the page by itself. */
async function headingBecomes(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, words);
}

/** As when a reader comes back to the page: it asks for news at once. */
async function lookAgainUntil(page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> {
  await waitFor(what, async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return isSo();
  });
}

describe('a page that is looked at', () => {
  it('goes from operational to an outage and back by itself, without a word in the console or to another host', async () => {
    const own = await DemoPage.create(await fixture.tenant(), peer, { slug: 'watched' });
    await waitFor('the page', async () => (await read('/watched')).includes('uptime'));
    const { page, complaints, hosts } = await browser.open(address('/watched'));
    expect(await heading(page)).toBe('All systems operational');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    await page.locator('#main').evaluate((main) => main.scrollIntoView());

    await peer.move(own.monitorId('Webhooks'), 'DOWN');
    await headingBecomes(page, 'Partial outage');
    expect(await page.title()).toBe('Partial outage · Northwind');
    expect(await page.locator('#news').textContent()).toBe('Partial outage');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('/bad.svg');
    expect(await page.getByText('Outage', { exact: true }).count()).toBe(1);

    await peer.move(own.monitorId('Webhooks'), 'UP');
    await lookAgainUntil(page, 'its end', async () => (await heading(page)) === 'All systems operational');
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(fixture.stack.statusUrl).host]);
  });

  it('keeps the focus and what was opened when it changes', async () => {
    const own = await DemoPage.create(await fixture.tenant(), peer, { slug: 'focused' });
    await waitFor('the page', async () => (await read('/focused')).includes('earlier updates'));
    const { page } = await browser.open(address('/focused'));
    await page.locator('details summary').click();
    const bars = page.locator('.bars').first();
    await bars.focus();
    await peer.move(own.monitorId('Slack app'), 'DOWN');
    await lookAgainUntil(page, 'the outage', async () => (await heading(page)) === 'Partial outage');
    expect(await page.locator('details').getAttribute('open')).toBe('');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(await bars.getAttribute('id'));
  });

  it('says that it cannot be reached, and that it can again', async () => {
    const { page } = await browser.open(address('/calm'));
    await page.context().setOffline(true);
    const notice = page.locator('#offline');
    await lookAgainUntil(page, 'the notice', async () => (await notice.textContent()) !== '');
    await page.context().setOffline(false);
    await lookAgainUntil(page, 'its end', async () => (await notice.textContent()) === '');
    expect(await heading(page)).toBe('All systems operational');
  });
});

describe('everybody can use a page', () => {
  // Colours depend on the theme alone, and what goes where on the width alone: two forms show all four.
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const forms = [
    { name: 'light', options: { colorScheme: 'light' as const } },
    { name: 'phone-dark', options: { colorScheme: 'dark' as const, ...phone } },
  ];
  const paths = ['/calm', '/troubled', '/troubled/history', '/nowhere'];
  const rows = forms.flatMap((form) => paths.map((path) => Object.assign({ path }, form)));
  it.each(rows)('$path, $name: nothing for axe to find, and nothing to scroll sideways', async ({ options, path }) => {
    const { page, complaints } = await browser.open(address(path), options);
    expect(await accessibilityFaults(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    // The browser itself says that a page that is not there is not there.
    expect(complaints.filter((each) => !each.includes('status of 404'))).toEqual([]);
  });

  it('by the keyboard alone: to the status, to every day, and out again', async () => {
    const { page } = await browser.open(address('/troubled'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the status');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

    const bars = page.locator('.bars').first();
    while (!(await bars.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
    const value = () => bars.getAttribute('aria-valuetext');
    const today = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Europe/Berlin',
    });
    expect(await value()).toBe(`${today.format(new Date())}: 100% uptime`);
    for (let day = 0; day < 12; day += 1) await page.keyboard.press('ArrowLeft');
    expect(await value()).toMatch(/: 99\.305% uptime, 10 min down$/);
    const tip = page.locator('.tip');
    expect(await tip.textContent()).toContain('99.305% uptime, 10 min down');
    await page.keyboard.press('Home');
    expect(await bars.getAttribute('aria-valuenow')).toBe('1');
    await page.keyboard.press('End');
    expect(await bars.getAttribute('aria-valuenow')).toBe('90');
    await page.keyboard.press('Escape');
    expect(await tip.count()).toBe(0);
  });

  it('with a pointer: the day under it, wherever it is', async () => {
    const { page } = await browser.open(address('/troubled'));
    const bars = page.locator('.bars').first();
    await bars.scrollIntoViewIfNeeded();
    const box = await bars.boundingBox();
    if (box === null) throw new Error('There are no bars');
    await page.mouse.move(box.x + ((89 - 12 + 0.3) / 90) * box.width, box.y + 5);
    expect(await page.locator('.tip').textContent()).toContain('99.305% uptime, 10 min down');
    await page.mouse.move(box.x + 2, box.y + 5);
    const tip = await page.locator('.tip').boundingBox();
    expect(tip?.x).toBeGreaterThanOrEqual(0);
    await page.mouse.move(box.x, box.y - 300);
    expect(await page.locator('.tip').count()).toBe(0);
  });

  it('without a script: everything is there', async () => {
    const { page } = await browser.open(address('/troubled'), { javaScriptEnabled: false });
    expect(await heading(page)).toBe('Partial outage');
    expect(await page.locator('.component').count()).toBe(8);
    expect(await page.getByText('delayed by up to 20 minutes').count()).toBe(1);
    expect(await page.locator('.bars').first().getAttribute('aria-label')).toMatch(
      /^REST API: 99\.\d+% uptime in the last 90 days, downtime on /,
    );
    await page.getByRole('link', { name: 'History', exact: true }).click();
    expect(await heading(page)).toBe('Incident history');
  });
});

describe('the looks of a page', () => {
  const background = (page: Page): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = 'rgb(245, 246, 248)';
  const dark = 'rgb(12, 16, 22)';

  it.each([
    { theme: 'SYSTEM', colorScheme: 'light' as const, is: light },
    { theme: 'SYSTEM', colorScheme: 'dark' as const, is: dark },
    { theme: 'LIGHT', colorScheme: 'dark' as const, is: light },
    { theme: 'DARK', colorScheme: 'light' as const, is: dark },
  ])('$theme for a reader who prefers $colorScheme', async ({ theme, colorScheme, is }) => {
    const slug = `theme-${theme.toLowerCase()}-${colorScheme}`;
    await tenant.api.post('/api/v1/status-pages', { name: 'Theme', slug, theme });
    await waitFor('the page', async () => (await read(`/${slug}`)).includes('Theme'));
    const { page } = await browser.open(address(`/${slug}`), { colorScheme });
    expect(await background(page)).toBe(is);
  });

  it('an accent colour that nobody could read is shaded where it is to be read', async () => {
    const { page } = await browser.open(address('/troubled'), { colorScheme: 'light' });
    const link = page.locator('.message a').first();
    expect(await link.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 230, 0)');
    const top = page.locator('.top');
    expect(await top.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgb(255, 230, 0)');
  });
});

describe('what machines read', () => {
  it('is valid HTML', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
    for (const path of ['/calm', '/troubled', '/troubled/history']) {
      const { results } = await validator.validateString(await read(path));
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
      );
      expect({ path, faults }).toEqual({ path, faults: [] });
    }
  });

  it('is well-formed XML where it is to be', async () => {
    const { page } = await browser.open(address('/calm'));
    const component = troubled.page.components[3]?.id ?? '';
    for (const path of ['/troubled/feed.atom', `/troubled/badge/${component}.svg`]) {
      const text = await read(path);
      const faults = await page.evaluate((xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml');
        return [...parsed.querySelectorAll('parsererror')].map(({ textContent }) => textContent);
      }, text);
      expect({ path, faults }).toEqual({ path, faults: [] });
    }
  });

  it('is framed only where the operator says', async () => {
    const { headers } = await got(address('/calm'));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self' https://intranet.example");
  });
});
