/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ConsoleScene, expectAccessible, go, JOURNEY_MS } from '../support/console-scene.ts';

let scene: ConsoleScene;
let monitorId: string;

beforeAll(async () => {
  scene = await ConsoleScene.open();
  monitorId = await scene.make('monitors', { name: 'Shop 🚀 المتجر', type: 'CRON' });
  await scene.make('monitors', { name: 'Search', type: 'CRON' });
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

describe('webhooks', () => {
  it(
    'are set up with a secret that is shown once, tested, read attempt by attempt, tried again and removed',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await go(page, 'Webhooks');
      await page.getByText('No endpoint yet').waitFor();
      await expectAccessible(page, 'webhooks-empty');
      await page.getByRole('link', { name: 'New endpoint' }).click();
      await page.getByRole('button', { name: 'Create endpoint' }).click();
      await page.getByRole('textbox', { name: 'Address', description: /Fill this in/ }).waitFor();
      await expectAccessible(page, 'new-webhook');
      // Nobody answers there: the name is reserved.
      await page.getByLabel('Address').fill('https://receiver.invalid/hook');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Copy the secret now' }).waitFor();
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('heading', { name: 'https://receiver.invalid/hook' }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByRole('dialog', { name: 'Copy the secret now' }).waitFor();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByText('Two secrets sign until').waitFor();

      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('Attempt 1').waitFor();
      await page.locator('.pill').getByText('Failed').waitFor();
      expect(await page.locator('.attempts .attempt-error').count()).toBeGreaterThan(0);
      await page.getByText('"type": "webhook.test"').waitFor();
      await page.getByRole('button', { name: 'Try again now' }).click();
      await page.getByText('Attempt 2').waitFor();
      await expectAccessible(page, 'delivery');

      await page.getByRole('link', { name: 'Deliveries' }).click();
      await page.getByRole('row', { name: /Failed.*webhook\.test.*2 attempts/ }).waitFor();
      await page.getByLabel('State').selectOption('SUCCEEDED');
      await page.getByText('No delivery matches the filters').waitFor();
      expect(page.url()).toContain('state=SUCCEEDED');
      await page.getByLabel('State').selectOption('FAILED');
      await page.getByRole('row', { name: /webhook\.test/ }).waitFor();
      await expectAccessible(page, 'deliveries');

      await page.getByRole('link', { name: 'Endpoints' }).click();
      await page.getByRole('link', { name: 'https://receiver.invalid/hook' }).click();
      await page.getByRole('button', { name: 'Retry failed ones' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retry failed ones' }).click();
      await page.getByText('Failed deliveries are being tried once more').waitFor();
      await expectAccessible(page, 'webhook');
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
      await page.locator('.pill').getByText('Disabled').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No endpoint yet').waitFor();
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );
});

describe('a status page', () => {
  it(
    'is made beside its preview, ordered by the keyboard, hidden and told of an incident',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await go(page, 'Status pages');
      await page.getByText('No status page yet').waitFor();
      await page.getByRole('link', { name: 'New page' }).click();
      const frame = page.frameLocator('iframe');
      await page.getByLabel('Name', { exact: true }).fill('Acme');
      await frame.getByText('Acme').first().waitFor();
      await page.getByLabel('Search', { exact: true }).check();
      await page.getByLabel('Shop 🚀 المتجر').check();
      await frame.getByText('Shop 🚀 المتجر').waitFor();
      await page.getByLabel('Public name of Search').fill('Product search');
      await page.getByRole('button', { name: 'Move Shop 🚀 المتجر up' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Shop 🚀 المتجر is number 1 of 2').waitFor();
      await waitFor('the order in the preview', async () => {
        const text = await frame.locator('main').innerText();
        return text.includes('Shop') && text.indexOf('Shop') < text.indexOf('Product search');
      });
      await page.getByLabel('Accent colour').fill('red');
      await page.getByText('once all fields are right').waitFor();
      await page.getByRole('button', { name: 'Create page' }).click();
      await page.getByRole('textbox', { name: 'Accent colour', description: /six digits from 0 to f/ }).waitFor();
      await page.getByLabel('Accent colour').fill('#aa3300');
      await page.getByRole('button', { name: 'Create page' }).click();
      await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
      await page.locator('iframe').waitFor();
      await expectAccessible(page, 'page');
      const { body } = await scene.tenant.api.get<{ data: { id: string; components: { name: string }[] }[] }>(
        '/api/v1/status-pages',
      );
      expect(body.data[0]?.components.map(({ name }) => name)).toEqual(['Shop 🚀 المتجر', 'Product search']);
      await page.getByRole('button', { name: 'Hide from the public' }).click();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('link', { name: 'Open the page' }).waitFor();

      await go(page, 'Status pages');
      await page.getByRole('row', { name: /Acme/ }).waitFor();
      await expectAccessible(page, 'pages');
      await page.getByRole('link', { name: 'Published incidents' }).click();
      await page.getByRole('link', { name: 'Write an incident' }).click();
      await page.getByRole('button', { name: 'Publish incident' }).click();
      await page.getByRole('textbox', { name: 'What is wrong', description: 'Fill this in.' }).waitFor();
      await page.getByLabel('What is wrong').fill('Logins are slow');
      await page.getByRole('textbox', { name: 'Message' }).fill('We **look** into it.');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('.message-preview strong').getByText('look').waitFor();
      await expectAccessible(page, 'new-published');
      await page.getByRole('button', { name: 'Publish incident' }).click();
      await page.locator('.pill').getByText('Investigating').waitFor();
      await page.getByLabel('Progress').selectOption('RESOLVED');
      await page.getByRole('textbox', { name: 'Message' }).fill('It is fixed.');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Resolve' }).click();
      await page.locator('.pill').getByText('Resolved').waitFor();
      expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
      await page.getByText('It is fixed.').waitFor();
      await expectAccessible(page, 'published');
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );
});

describe('maintenance', () => {
  it(
    'is planned in a zone, with its next times in words, and stands in the calendar',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await go(page, 'Maintenance');
      await page.getByText('Nothing is planned').waitFor();
      await page.getByRole('link', { name: 'Plan maintenance' }).click();
      await page.getByRole('button', { name: 'Plan it' }).click();
      await page.getByRole('textbox', { name: 'What is being done', description: 'Fill this in.' }).waitFor();
      await page.getByRole('group', { name: 'Monitors', description: 'Choose at least one.' }).waitFor();
      await page.getByLabel('What is being done').fill('Index upkeep');
      await page.getByLabel('Time zone').selectOption('Europe/Berlin');
      // A Sunday far from now, at 02:30 in Berlin.
      await page.getByLabel('Starts').fill('2098-06-01T02:30');
      await page.getByLabel('Ends').fill('2098-06-01T01:30');
      await page.getByText('They appear once the times are right').waitFor();
      await page.getByLabel('Ends').fill('2098-06-01T04:00');
      await page.getByLabel('Repeats').selectOption('WEEKLY');
      await page
        .locator('.next-times li')
        .nth(4)
        .getByText(/Sunday, June 29, 2098 at 2:30\sAM to 4:00\sAM/)
        .waitFor();
      await page.getByLabel('Shop 🚀 المتجر').check();
      await expectAccessible(page, 'new-window');
      await page.getByRole('button', { name: 'Plan it' }).click();
      await page.getByText(/Every Sunday at 2:30\sAM, Europe\/Berlin/).waitFor();
      await expectAccessible(page, 'window');
      await scene.make('maintenance-windows', {
        title: 'Power',
        startsAt: new Date(Date.now() + 60_000).toISOString(),
        endsAt: new Date(Date.now() + 120_000).toISOString(),
        monitorIds: [monitorId],
      });
      await go(page, 'Maintenance');
      await page.getByRole('row', { name: /Scheduled.*Index upkeep/ }).waitFor();
      await expectAccessible(page, 'maintenance');
      await page.getByRole('button', { name: 'Calendar' }).click();
      await page.locator('.calendar').getByRole('link', { name: /Power/ }).first().waitFor();
      await expectAccessible(page, 'calendar');
      // The month before may show the first days of this one.
      for (let months = 0; months < 2; months += 1) await page.getByRole('button', { name: 'Month before' }).click();
      await page.getByText('Nothing is planned in this month').waitFor();
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );
});

describe('forms', () => {
  it.each([
    { place: 'maintenance/new', button: 'Plan it' },
    { place: 'status-pages/new', button: 'Create page' },
  ])(
    'appear with the monitors that they choose from, so that nothing moves under the pointer: $place',
    async ({ place, button }) => {
      const { page } = await scene.signIn('MEMBER');
      const mayAnswer = Promise.withResolvers<void>();
      let reads = 0;
      await page.route('**/monitor-list?*', async (route) => {
        reads += 1;
        await mayAnswer.promise;
        await route.continue();
      });
      const asked = page.waitForRequest('**/monitor-list?*');
      await scene.visit(page, place);
      await asked;
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('button', { name: button }).count()).toBe(0);
      mayAnswer.resolve();
      await page.getByRole('button', { name: button }).waitFor();
      expect(await page.getByLabel('Shop 🚀 المتجر').isVisible()).toBe(true);
      expect(reads).toBe(1);
    },
    JOURNEY_MS,
  );

  it('that name monitors show the first of many, and find the others by typing', async () => {
    const tenant = await scene.fixture.tenant();
    const { page, complaints } = await scene.signIn('MEMBER', tenant);
    await scene.visit(page, 'maintenance/new', tenant);
    await page.getByText('There is nothing to choose from yet.').waitFor();
    const names = Array.from({ length: 65 }, (_, index) => `Job ${String(index + 1).padStart(2, '0')}`);
    for (const name of names) await scene.make('monitors', { name, type: 'CRON' }, tenant);
    await scene.visit(page, 'maintenance/new', tenant);
    await page.getByText('5 more: type to find them').waitFor();
    await page.getByLabel('Job 01').check();
    await page.getByRole('searchbox').fill('job 65');
    await page.getByLabel('Job 65').check();
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await page.getByRole('searchbox').fill('job 66');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('2 chosen').waitFor();
    expect(await page.getByLabel('Job 01').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe('a viewer', () => {
  it(
    'finds no button that would be refused, and the server refuses anyway',
    async () => {
      const { page } = await scene.signIn('VIEWER');
      for (const [place, button] of [
        ['webhooks', 'New endpoint'],
        ['status-pages', 'New page'],
        ['status-pages/incidents', 'Write an incident'],
        ['maintenance', 'Plan maintenance'],
        ['contacts', 'New contact'],
      ] as const) {
        await scene.visit(page, place);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByRole('link', { name: button }).count()).toBe(0);
      }
      await scene.visit(page, 'webhooks/new');
      await page.getByText('Your role reads only').waitFor();
      const refused = await page.evaluate(async (organization) => {
        const headers = { 'content-type': 'application/json', 'vedette-organization': organization };
        const bodies = {
          'webhook-endpoints': { url: 'https://example.com', eventTypes: ['*'] },
          'status-pages': { name: 'Not mine' },
          'status-incidents': { title: 'No', message: 'No', statusPageIds: ['sp_1'] },
        };
        const asked = Object.entries(bodies).map(([path, body]) =>
          fetch(`/api/console/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
        );
        return (await Promise.all(asked)).map(({ status }) => status);
      }, scene.tenant.organizationId);
      expect(refused).toEqual([403, 403, 403]);
    },
    JOURNEY_MS,
  );
});
