/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityFaults, PHONE } from '../support/browser.ts';
import { ConsoleScene } from '../support/console-scene.ts';
import { PageRequests } from '../support/page-requests.ts';
import { insertPastIncidents } from '../support/past-incidents.ts';

let scene: ConsoleScene;

beforeAll(async () => {
  scene = await ConsoleScene.open();
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

/** The requests for the stream of all pages. */
function streamsOf(context: BrowserContext): string[] {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/events/stream')) streams.push(request.url());
  });
  return streams;
}

/** In a page at rest: whatever moves longer than five seconds distracts, and is drawn anew for as long as it is open. */
function endlessAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const endsAfterMs = Number(animation.effect?.getComputedTiming().endTime);
      return endsAfterMs > 5_000 && animation instanceof CSSAnimation ? [animation.animationName] : [];
    }),
  );
}

describe('the screens', () => {
  it('follow what happens, with one stream for all tabs, which the next tab takes over', async () => {
    await scene.watch('Corner shop');
    const { page } = await scene.signIn('MEMBER');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await endlessAnimations(page)).toEqual([]);
    const streams = streamsOf(page.context());
    const second = await page.context().newPage();
    await scene.visit(second, 'monitors');
    await second.getByRole('row', { name: /Corner shop/ }).waitFor();
    const id = await scene.watch('Bakery');
    await second.getByRole('row', { name: /Bakery/ }).waitFor();
    await page.locator('.feed').getByText('Bakery').first().waitFor();
    expect(streams).toEqual([]);

    await page.close();
    await scene.tenant.api.post(`/api/v1/monitors/${id}/pause`, {});
    await second.getByRole('row', { name: /Paused.*Bakery/ }).waitFor();
    expect(streams).toHaveLength(1);
  });

  it('learn what happened after they were read and before the stream was open', async () => {
    const monitorId = await scene.watch('Mill');
    const { page, complaints } = await scene.signIn('MEMBER');
    const mayOpen = Promise.withResolvers<void>();
    await page.route('**/events/stream', async (route) => {
      await mayOpen.promise;
      await route.continue();
    });
    await scene.visit(page, 'maintenance');
    await page.getByText('Nothing is planned').waitFor();
    await scene.make('maintenance-windows', {
      title: 'New millstone',
      startsAt: new Date(Date.now() + 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      monitorIds: [monitorId],
    });
    const { key } = scene.tenant;
    const vedette = new Vedette({ apiKey: key, consoleUrl: scene.fixture.stack.consoleUrl });
    await waitFor('the event in the log', async () => {
      const { data } = await vedette.events.list({ types: 'maintenance.scheduled' });
      return data.length > 0;
    });
    mayOpen.resolve();
    await page.getByRole('row', { name: /New millstone/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('ask for another stream when the browser takes itself for offline, and stay live if they get it', async () => {
    const { page } = await scene.signIn('MEMBER');
    await scene.visit(page, '');
    await page.getByText('Live', { exact: true }).waitFor();
    const asked = page.waitForResponse('**/events/stream');
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    expect((await asked).status()).toBe(200);
    await page.getByText('Live', { exact: true }).waitFor();
    await scene.watch('Breakwater');
    await page.getByText('Breakwater').first().waitFor();
  });

  it('say that the connection is lost, keep what was typed, and catch up', async () => {
    const id = await scene.watch('Harbour');
    const { page } = await scene.signIn('MEMBER');
    await scene.visit(page, `monitors/${id}/edit`);
    await page.getByLabel('Name').fill('Harbour and quay');
    await page.context().setOffline(true);
    await page.getByText('The connection is lost').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('nothing of your input is lost').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Harbour and quay');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Harbour and quay' }).waitFor();
  });

  it('keep a half-filled copy of a monitor when it cannot be read anew', async () => {
    const id = await scene.watch('Lighthouse');
    const { page } = await scene.signIn('MEMBER');
    await scene.visit(page, `monitors/new?from=${id}`);
    await page.getByLabel('Name').fill('Second lighthouse');
    await page.context().setOffline(true);
    await page.getByText('The connection is lost').waitFor();
    let failed = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith(`/monitors/${id}`)) failed += 1;
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitFor('the read and its repetition to fail', () => failed >= 2);
    await new PageRequests(page).settle();
    expect(await page.getByLabel('Name').inputValue()).toBe('Second lighthouse');
    await page.context().setOffline(false);
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Second lighthouse');
  });

  it('read by themselves what the server could not tell at first', async () => {
    const { page } = await scene.signIn('ADMIN');
    let isStalled = true;
    await page.route('**/api/console/v1/keys*', (route) =>
      isStalled
        ? route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'No answer in time' } } })
        : route.continue(),
    );
    await scene.visit(page, 'keys');
    await page.locator('.notice').waitFor();
    isStalled = false;
    await page.getByRole('table', { name: 'API keys' }).waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('say it once, whatever else could not be read', async () => {
    await scene.watch('Pier');
    const { page } = await scene.signIn('MEMBER');
    await scene.visit(page, 'monitors?search=pier');
    await page.getByRole('row', { name: /Pier/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('The connection is lost').waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('.notice.offline').first().waitFor({ state: 'attached' });
    expect(await page.locator('.notice:visible').count()).toBe(1);
    const mayRead = Promise.withResolvers<void>();
    await page.route('**/api/console/v1/monitor-list*', async (route) => {
      await mayRead.promise;
      await route.continue();
    });
    await page.context().setOffline(false);
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    // What could not be read is asked for again, and says nothing until the answer is there.
    expect(await page.locator('.notice.offline').count()).toBeGreaterThan(0);
    expect(await page.locator('.notice:visible').count()).toBe(0);
    mayRead.resolve();
    await page.locator('.notice').first().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Pier/ }).waitFor();
  });
});

/** Texts that their places cut off, and buttons with more than one line. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('th, .c-state, .jump, .button, nav a')].flatMap((place) => {
      const isCut = place.scrollWidth > place.clientWidth + 1;
      const isTall = !place.matches('th, td') && place.getBoundingClientRect().height > 40;
      return isCut || isTall ? [place.textContent] : [];
    }),
  );
}

describe('the list of monitors', () => {
  it.each(['en', 'de'])('has room for the words of the language %s', async (locale) => {
    await scene.watch('Kiosk');
    const { page } = await scene.signIn('MEMBER', scene.tenant, { locale });
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await scene.visit(page, 'monitors?search=kiosk');
      await page.getByRole('row', { name: /Kiosk/ }).first().waitFor();
      expect({ width, cut: await cutTexts(page) }).toEqual({ width, cut: [] });
    }
  });
});

describe('many monitors at once', () => {
  it('are found, selected, paused, resumed and deleted', async () => {
    for (const name of ['Lamp 1', 'Lamp 2', 'Lamp 3']) await scene.watch(name);
    const { page, complaints } = await scene.signIn('MEMBER');
    await scene.visit(page, 'monitors?search=lamp');
    await page.getByRole('row', { name: /Lamp 3/ }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    expect(await page.getByRole('row').count()).toBe(4);
    const mayBeFound = Promise.withResolvers<void>();
    await page.route('**/monitor-list?*limit=200*', async (route) => {
      await mayBeFound.promise;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select Lamp 1' }).check();
    await page.getByRole('button', { name: 'Select all 3' }).click();
    const group = page.getByRole('group', { name: 'With the selected monitors' });
    await group.getByRole('button', { name: 'Pause', disabled: true }).waitFor();
    mayBeFound.resolve();
    await page.getByText('3 selected').waitFor();
    await group.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('row', { name: /Paused.*Lamp 2/ }).waitFor();
    await page.getByLabel('State').selectOption('PAUSED');
    await page.waitForURL('**/monitors?search=lamp&state=PAUSED');
    await page.getByRole('checkbox', { name: 'Select Lamp 2' }).check();
    await group.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete 1 monitor?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /Lamp 2/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByLabel('State').selectOption('');
    await page.getByLabel('Order').selectOption('name');
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No monitor matches').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are selected on a phone after a touch on "Select"', async () => {
    for (const name of ['Buoy 1', 'Buoy 2']) await scene.watch(name);
    const { page, complaints } = await scene.signIn('MEMBER', scene.tenant, PHONE);
    await scene.visit(page, 'monitors?search=buoy');
    await page.getByRole('row', { name: /Buoy 2/ }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await select.tap();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Select Buoy 1' }).tap();
    await page.getByRole('button', { name: 'Select all 2' }).tap();
    await page.getByRole('group', { name: 'With the selected monitors' }).getByRole('button', { name: 'Pause' }).tap();
    await page.getByRole('row', { name: /Paused.*Buoy 2/ }).waitFor();
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select Buoy 2' }).tap();
    await page.getByText('1 selected').waitFor();
    await select.tap();
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('5,000 incidents', () => {
  it('are one list that is read to its end, with a few rows drawn at a time', async () => {
    const tenant = await scene.fixture.tenant();
    await insertPastIncidents(scene.fixture, tenant, 'Old shop', 5_000);
    const { page, complaints } = await scene.signIn('VIEWER', tenant);
    await scene.visit(page, 'incidents', tenant);
    await page.getByText('5,000 incidents').waitFor();
    await page.getByRole('row', { name: /Outage 1\b/ }).waitFor();
    const table = page.getByRole('table', { name: 'Resolved' });
    expect(await table.getAttribute('aria-rowcount')).toBe('5001');
    for (const outage of [2_500, 5_000]) {
      await table.evaluate((element, at) => {
        const { top, height } = element.getBoundingClientRect();
        scrollTo(0, scrollY + top + height * at - innerHeight / 2);
      }, outage / 5_000);
      await page.getByRole('row', { name: new RegExp(`Outage ${outage}\\b`) }).waitFor();
      expect(await page.getByRole('row').count()).toBeLessThan(80);
    }
    await page.getByRole('button', { name: 'Ongoing' }).click();
    await page.getByText('No incident matches').waitFor();
    expect(complaints).toEqual([]);
  });
});
