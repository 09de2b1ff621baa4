/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import type { Page } from 'playwright-core';
import { ConsoleScene, expectAccessible, JOURNEY_MS } from '../support/console-scene.ts';
import { PageRequests } from '../support/page-requests.ts';

/** The monitor screen reads every 10 s. After 15 s without an answer a request is aborted and sent again. */
const LONGEST_UNTIL_READ_MS = 11_000;
/** So far into its 15 s, the list of checks is read within the time above, too. */
const BEFORE_DELETION_MS = 5_000;

let scene: ConsoleScene;
let isBroken = false;

beforeAll(async () => {
  scene = await ConsoleScene.open(() => isBroken);
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

/** A monitor on the screen of a member, with the overview in another tab; the clock of both is in the test's hand. */
async function doomed() {
  const tenant = await scene.fixture.tenant();
  // Without another monitor the overview would offer to add the first one.
  await scene.make('monitors', { name: 'Survivor', type: 'CRON' }, tenant);
  const monitorId = await scene.watch('Doomed', tenant);
  const { page, complaints } = await scene.signIn('MEMBER', tenant);
  await page.clock.install();
  await scene.visit(page, `monitors/${monitorId}`, tenant);
  await page.locator('.pill').getByText('Up').waitFor();
  const otherTab = await page.context().newPage();
  await scene.visit(otherTab, '', tenant);
  await otherTab.locator('.feed').getByText('Doomed').first().waitFor();
  // Nothing tells of an event that comes before the stream is open.
  await otherTab.getByText('Live', { exact: true }).waitFor();
  return { tenant, monitorId, page, complaints, otherTab };
}

/** Lets time pass until both tabs know of so many events: the first one has the stream, and tells the other one. */
async function told(page: Page, otherTab: Page, event: string, times = 1): Promise<void> {
  const lines = otherTab.locator('.feed li').filter({ hasText: 'Doomed' }).filter({ hasText: event });
  await waitFor('the event in the other tab', async () => {
    await page.clock.runFor(50);
    return (await lines.count()) >= times;
  });
}

describe('a member', () => {
  it(
    'creates, checks, changes, copies, pauses and deletes a monitor',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await page.keyboard.press('n');
      await page.getByRole('heading', { name: 'New monitor' }).waitFor();
      await page.getByLabel('Interval in seconds').fill('5');
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('textbox', { name: 'Name', description: 'Fill this in.' }).waitFor();
      await page.getByRole('textbox', { name: 'Address', description: 'Fill this in.' }).waitFor();
      const tooOften = 'This must be a whole number from 30 to 86,400.';
      await page.getByRole('textbox', { name: 'Interval in seconds', description: tooOften }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
      await expectAccessible(page, 'new-monitor');

      await page.getByLabel('Name').fill('Shop 🚀 المتجر');
      await page.getByLabel('Address').fill('example');
      await page.getByLabel('Interval in seconds').fill('60');
      await page.getByText('More settings').click();
      const timeout = page.getByLabel('Timeout in seconds');
      await timeout.fill('0');
      await page.getByText('More settings').click();
      await timeout.waitFor({ state: 'hidden' });
      await page.getByLabel('Address').press('Enter');
      await page.getByRole('textbox', { name: 'Address', description: /begins with http/ }).waitFor();
      // A fault opens its section, which stays open when the fault is mended.
      await page.getByRole('textbox', { name: 'Timeout in seconds', description: /from 1 to 60/ }).waitFor();
      await timeout.fill('30');
      await page.getByText('from 1 to 60').waitFor({ state: 'detached' });
      expect(await timeout.isVisible()).toBe(true);
      await page.getByLabel('Address').fill(scene.target.url('shop'));
      await page.getByRole('button', { name: 'Test it now' }).click();
      await page.getByText('It would be up.').waitFor();
      await expectAccessible(page, 'tested-monitor');
      await page.getByLabel('Address').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Shop 🚀 المتجر' }).waitFor();
      const state = page.locator('.pill');
      await state.getByText('Up').waitFor();
      await page.locator('.plot canvas').waitFor();
      await page.locator('.check').getByText('Up').first().waitFor();
      await page.getByRole('slider').fill('30');
      await page.getByText('degraded in the last 30 days').waitFor();
      for (const table of await page.getByText('As a table').all()) await table.click();
      await page.getByRole('table', { name: 'Response time' }).getByRole('row').nth(1).waitFor();
      await page.getByRole('table', { name: 'Last 90 days' }).waitFor();
      await expectAccessible(page, 'monitor');
      for (const view of ['Phases', 'Regions']) {
        await page.getByRole('button', { name: view }).click();
        await page.locator('.plot canvas').waitFor();
      }
      await page.getByRole('button', { name: 'Use this threshold' }).click();
      await page.getByText('when each of the last 3 checks took more than').waitFor();
      await page.getByRole('button', { name: 'The same for scripts' }).first().click();
      await page.getByRole('dialog').getByText('X-API-Key').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'SDK' }).click();
      await page.getByRole('dialog').getByText('vedette.monitors.get(').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'JSON' }).click();
      await page.getByRole('dialog').getByText('"degradedThresholdMs"').waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByText('More settings').click();
      await page.getByLabel('Timeout in seconds').fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.facts').getByText('7s', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await state.getByText('Paused').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await state.getByText('Up').waitFor();

      await page.getByRole('link', { name: 'Duplicate' }).click();
      expect(await page.getByLabel('Name').inputValue()).toBe('Copy of Shop 🚀 المتجر');
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('heading', { name: 'Copy of' }).waitFor();

      await page.getByText('It depends on no other monitor').waitFor();
      await page.getByRole('link', { name: 'Change' }).click();
      await page.getByLabel('It depends on another monitor').check();
      await page.getByLabel('Runbook').fill('ftp://wiki.example/shop');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Choose the monitor on which it depends.').waitFor();
      await page.getByRole('textbox', { name: 'Runbook', description: /begins with http/ }).waitFor();
      await expectAccessible(page, 'monitor-alerting');
      await page.getByRole('radio', { name: 'Shop 🚀 المتجر', exact: true }).check();
      await page.getByLabel('Runbook').fill('https://wiki.example/shop');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Copy of' }).waitFor();
      await page.getByRole('link', { name: 'Shop 🚀 المتجر', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'https://wiki.example/shop' }).getAttribute('rel')).toContain(
        'noreferrer',
      );
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('row', { name: /Shop/ }).waitFor();
      expect(await page.getByText('Copy of').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    'reads nothing of a monitor while deleting it, though the event arrives before the answer',
    async () => {
      const { page, complaints, otherTab, monitorId } = await doomed();
      const answer = Promise.withResolvers<void>();
      const askedMeanwhile: string[] = [];
      await page.route('**/monitors/*', async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        page.on('request', (request) => {
          if (request.url().includes(monitorId)) askedMeanwhile.push(`${request.method()} ${request.url()}`);
        });
        const response = await route.fetch();
        await answer.promise;
        return route.fulfill({ response });
      });

      await page.getByRole('button', { name: 'Delete' }).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      await confirm.waitFor();
      // From here on time passes only where this test lets it pass, in both tabs.
      await page.clock.pauseAt(Date.now() + BEFORE_DELETION_MS);
      await confirm.click();
      await told(page, otherTab, 'Monitor deleted');
      await page.clock.runFor(LONGEST_UNTIL_READ_MS);
      expect(await page.getByRole('alert').count()).toBe(0);
      answer.resolve();
      await page.clock.resume();
      await page.getByRole('heading', { name: 'Monitors' }).waitFor();
      expect({ askedMeanwhile, complaints }).toEqual({ askedMeanwhile: [], complaints: [] });
      await page.goBack();
      await page.getByRole('alert').getByText('Somebody may have deleted it').waitFor();
    },
    JOURNEY_MS,
  );

  it(
    'reads nothing of a monitor after deleting it, though it has just changed',
    async () => {
      const { page, complaints, otherTab, monitorId, tenant } = await doomed();
      const requests = new PageRequests(page);
      await page.getByRole('button', { name: 'Delete' }).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      await confirm.waitFor();
      await page.clock.pauseAt(Date.now() + BEFORE_DELETION_MS);
      // The second change is read when the first one is two seconds old, not earlier.
      for (const change of [1, 2]) {
        await tenant.api.patch(`/api/v1/monitors/${monitorId}`, { timeoutSeconds: 10 + change });
        await told(page, otherTab, 'Monitor changed', change);
      }
      const read: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'GET' && request.url().includes(monitorId)) read.push(request.url());
      });
      await confirm.click();
      await waitFor('the list', async () => {
        await page.clock.runFor(50);
        return page.getByRole('heading', { name: 'Monitors' }).isVisible();
      });
      await page.clock.runFor(LONGEST_UNTIL_READ_MS);
      await page.clock.resume();
      await page.getByRole('row', { name: /Survivor/ }).waitFor();
      await requests.settle();
      expect({ read, complaints }).toEqual({ read: [], complaints: [] });
    },
    JOURNEY_MS,
  );

  it(
    'sees an outage with its evidence, takes note of it, and learns that others deleted the monitor',
    async () => {
      const contact = [
        '--type',
        'SLACK',
        '--to',
        'https://chat.invalid/hook',
        '--name',
        'Night shift',
        '--delay',
        '30',
      ];
      await scene.fixture.stack.operator.run('contact', 'add', '--org', scene.tenant.organizationId, ...contact);
      const monitorId = await scene.watch('Checkout');
      const { page } = await scene.signIn('MEMBER');
      await scene.visit(page, `monitors/${monitorId}`);
      await page.locator('.pill').getByText('Up').waitFor();
      isBroken = true;
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.locator('.pill').getByText('Down').waitFor();
      await page.getByRole('link', { name: /503/ }).click();
      await page.getByRole('heading', { name: 'Checkout is down' }).waitFor();
      await page.getByText('Every failed attempt').waitFor();
      expect(await page.locator('.waterfall li').count()).toBeGreaterThan(0);
      await page.getByRole('row', { name: /Night shift.*Outage.*Held.*The delay of the contact/ }).waitFor();
      await expectAccessible(page, 'incident');
      await page.getByRole('button', { name: 'Acknowledge' }).click();
      await page.locator('.pill').getByText('Acknowledged').waitFor();
      expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
      await page.getByRole('row', { name: /Night shift.*Outage.*Suppressed.*Somebody has acknowledged/ }).waitFor();
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('textbox', { name: 'New note', description: /Fill this in/ }).waitFor();
      await page.getByLabel('New note').fill('Rebooted the switch');
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.locator('.timeline').getByText('Rebooted the switch').waitFor();
      expect(await page.getByLabel('New note').inputValue()).toBe('');
      isBroken = false;
      await scene.visit(page, 'incidents');
      await page.getByRole('row', { name: /Acknowledged.*Checkout/ }).waitFor();
      await expectAccessible(page, 'incidents');

      await page.keyboard.press('Control+k');
      await expectAccessible(page, 'palette');
      await page.keyboard.type('check');
      await page.getByRole('option', { name: /Checkout/ }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Check now' }).waitFor();
      await page.locator('.checks').getByText('2 attempts').first().click();
      await page.locator('.checks .waterfall li').first().waitFor();
      await scene.tenant.api.delete(`/api/v1/monitors/${monitorId}`);
      const notice = page.getByRole('alert');
      await notice.getByText('Somebody may have deleted it').waitFor();
      expect(await notice.getByText('Request req_').count()).toBe(1);
      expect(await page.getByRole('button', { name: 'Check now' }).count()).toBe(0);
    },
    JOURNEY_MS,
  );
});
