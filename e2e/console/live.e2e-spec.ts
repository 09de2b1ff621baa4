/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TargetServer } from '@vedette/test-kit/target-server';
import type { BrowserContext, Page } from 'playwright-core';
import { TestBrowser } from '../support/browser.ts';
import { Console } from '../support/console.ts';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';

let fixture: SharedFixture;
let browser: TestBrowser;
let vedette: Console;
let target: TargetServer;
let tenant: Tenant;

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

const addressIn = (page: Page, place: string): string =>
  new URL(`/console/o/${tenant.organizationId}/${place}`, page.url()).href;

async function addMonitor(name: string): Promise<string> {
  const body = { name, type: 'HTTP', url: target.url() };
  const created = await tenant.api.post<{ id: string }>('/api/v1/monitors', body);
  expect(created.status).toBe(201);
  return created.body.id;
}

/** The requests for the stream of all pages. */
function streamsOf(context: BrowserContext): string[] {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/events/stream')) streams.push(request.url());
  });
  return streams;
}

describe('the screens', () => {
  it('follow what happens, with one stream for all tabs, which the next tab takes over', async () => {
    await addMonitor('Corner shop');
    const { page } = await vedette.signIn(browser, await vedette.person(tenant.organizationId, 'MEMBER'));
    await page.getByText('Live', { exact: true }).waitFor();
    const streams = streamsOf(page.context());
    const second = await page.context().newPage();
    await second.goto(addressIn(page, 'monitors'));
    await second.getByRole('row', { name: /Corner shop/ }).waitFor();
    const id = await addMonitor('Bakery');
    await second.getByRole('row', { name: /Bakery/ }).waitFor();
    await page.locator('.feed').getByText('Bakery').first().waitFor();
    expect(streams).toEqual([]);

    await page.close();
    await tenant.api.post(`/api/v1/monitors/${id}/pause`, {});
    await second.getByRole('row', { name: /Paused.*Bakery/ }).waitFor();
    expect(streams).toHaveLength(1);
  });

  it('say that the connection is lost, keep what was typed, and catch up', async () => {
    const id = await addMonitor('Harbour');
    const { page } = await vedette.signIn(browser, await vedette.person(tenant.organizationId, 'MEMBER'));
    await page.goto(addressIn(page, `monitors/${id}/edit`));
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
});

describe('many monitors at once', () => {
  it('are found, selected, paused, resumed and deleted', async () => {
    for (const name of ['Lamp 1', 'Lamp 2', 'Lamp 3']) await addMonitor(name);
    const { page, complaints } = await vedette.signIn(browser, await vedette.person(tenant.organizationId, 'MEMBER'));
    await page.goto(addressIn(page, 'monitors?search=lamp'));
    await page.getByRole('row', { name: /Lamp 3/ }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    expect(await page.getByRole('row').count()).toBe(4);
    await page.getByRole('checkbox', { name: 'Select Lamp 1' }).check();
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByText('3 selected').waitFor();
    const group = page.getByRole('group', { name: 'With the selected monitors' });
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
});
