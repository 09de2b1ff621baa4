import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ConsoleScene, expectAccessible, go, JOURNEY_MS, overhang } from '../support/console-scene.ts';

let scene: ConsoleScene;
let monitorId: string;

beforeAll(async () => {
  scene = await ConsoleScene.open();
  monitorId = await scene.make('monitors', { name: 'Shop 🚀 المتجر', type: 'CRON' });
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

/** As an admin, to the one contact, which cannot be reached; the second time is too early. */
async function rehearseTwice(): Promise<void> {
  const { page, complaints } = await scene.signIn('ADMIN');
  await go(page, 'Alert contacts');
  const mayLook = Promise.withResolvers<void>();
  await page.route('**/rehearsals/*', async (route) => {
    await mayLook.promise;
    await route.continue();
  });
  const rehearse = page.getByRole('button', { name: 'Rehearse' });
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send the tests' });
  await rehearse.click();
  await page.getByRole('dialog').getByText('Readers of status pages are not told').waitFor();
  await expectAccessible(page, 'rehearse');
  await send.click();
  await page.getByText('Reached so far: 0 of 1').waitFor();
  expect(await rehearse.isDisabled()).toBe(true);
  await go(page, 'Monitors');
  await go(page, 'Alert contacts');
  await page.getByText('Reached so far: 0 of 1').waitFor();
  expect(await rehearse.isDisabled()).toBe(true);
  mayLook.resolve();
  const results = page.getByRole('table', { name: 'Rehearsal' });
  await results.getByText('Not reached').waitFor();
  expect(complaints).toEqual([]);
  // Whoever looks at a contact that was not reached finds the others again.
  await results.getByRole('link', { name: 'Night shift' }).click();
  await page.getByRole('heading', { name: 'Night shift' }).waitFor();
  await page.goBack();
  await results.getByText('Not reached').waitFor();
  await rehearse.click();
  await send.click();
  const refusal = page.getByRole('dialog').getByRole('alert');
  await refusal.getByText('The next rehearsal can be started at').waitFor();
  expect(await refusal.locator('time').getAttribute('title')).toContain('UTC');
  expect(await refusal.textContent()).not.toMatch(/\d{4}-\d\d-\d\d/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await results.getByText('Not reached').count()).toBe(1);
}

describe('alert contacts', () => {
  it(
    'are added with a secret that is shown once, set up in words, tested, attached to a monitor and removed',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await go(page, 'Alert contacts');
      await page.getByText('Nobody is told of an outage yet').waitFor();
      await expectAccessible(page, 'contacts-empty');
      await go(page, 'Overview');
      await page.getByText('Nobody would be told of an outage. There is no alert contact.').waitFor();
      await expectAccessible(page, 'overview-without-contact');
      await page.getByRole('link', { name: 'Add a contact' }).click();
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('textbox', { name: 'Address', description: /Fill this in/ }).waitFor();
      await page.getByLabel('Channel').selectOption('WEBHOOK');
      await page.getByLabel('Address').fill('https://receiver.invalid/alerts');
      await page.getByLabel('Name').fill('On call');
      await expectAccessible(page, 'new-contact');
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('dialog', { name: 'Copy the secret now' }).waitFor();
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('heading', { name: 'On call' }).waitFor();
      await page.getByText('No alert so far').waitFor();
      await page.getByText('Never reminded').waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Name').fill('Night shift');
      await page.getByLabel('Delay in minutes').fill('121');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('textbox', { name: 'Delay in minutes', description: /from 0 to 120/ }).waitFor();
      await page.getByLabel('Delay in minutes').fill('10');
      await page.getByLabel('Monitors of all types').uncheck();
      await page.getByLabel('Cron job').check();
      await page.getByLabel('Quiet hours').check();
      await page.getByLabel('Until', { exact: true }).fill('06:30');
      await page.getByLabel('Time zone').selectOption('Europe/Berlin');
      await expectAccessible(page, 'contact-settings');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Night shift' }).waitFor();
      await page.getByText('Told after 10 minutes').waitFor();
      await page.getByText('Only of monitors of these types: Cron job').waitFor();
      await page.getByText('Quiet from 22:00 to 06:30, Europe/Berlin').waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The test did not arrive').waitFor();
      await page.locator('.pill').getByText('Test failed').waitFor();
      await expectAccessible(page, 'contact');
      await go(page, 'Overview');
      await page.getByText('The last message to every contact failed').waitFor();
      await page.getByRole('link', { name: 'See the contacts' }).click();
      await page.getByRole('row', { name: /Night shift.*Test failed/ }).waitFor();
      await page.getByText('Nobody would be told of an outage. The last message to every contact failed').waitFor();

      expect(await page.getByRole('button', { name: 'Rehearse' }).count()).toBe(0);
      await rehearseTwice();

      await scene.visit(page, `monitors/${monitorId}`);
      await page.getByRole('link', { name: 'Night shift' }).waitFor();
      await page.getByRole('link', { name: 'Choose contacts' }).click();
      await page.getByLabel('Night shift').uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await expectAccessible(page, 'contacts-of-monitor');
      await page.reload();
      await page.getByRole('heading', { name: 'Shop 🚀 المتجر' }).waitFor();
      await page.getByLabel('Night shift').waitFor();
      expect(await page.getByLabel('Night shift').isChecked()).toBe(false);

      await page.getByRole('link', { name: 'Contacts', exact: true }).click();
      await page.getByRole('row', { name: /Night shift.*Webhook.*Told after 10 minutes/ }).waitFor();
      await expectAccessible(page, 'contacts');
      await page.getByRole('link', { name: 'Night shift' }).click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Nobody is told of an outage yet').waitFor();
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    'keep long and right-to-left names in their cards, and tell times of decisions in the zone of the reader',
    async () => {
      const tenant = await scene.fixture.tenant();
      const { operator } = scene.fixture.stack;
      const add = async (name: string, ...settings: string[]): Promise<string> => {
        const to = `https://receiver.invalid/${'long'.repeat(60)}`;
        const given = ['--org', tenant.organizationId, '--type', 'WEBHOOK', '--to', to, '--name', name, ...settings];
        const { id } = (await operator.run('contact', 'add', ...given)) as { id: string };
        return id;
      };
      const contactId = await add('W'.repeat(120));
      await add('المناوبة', '--delay', '10');
      const name = `المتجر ${'W'.repeat(110)}`;
      const { body: job } = await tenant.api.post<{ heartbeatUrl: string }>('/api/v1/monitors', { name, type: 'CRON' });
      await fetch(`${job.heartbeatUrl}/1`, { method: 'POST' });
      const incident = await waitFor('the incident', async () => {
        const { body } = await tenant.api.get<{ data: { id: string }[] }>('/api/v1/incidents');
        return body.data[0];
      });
      const place = `incidents/${incident.id}`;
      const { page } = await scene.signIn('MEMBER', tenant, { timezoneId: 'America/New_York' });
      await scene.visit(page, place, tenant);
      const told = page.getByRole('listitem').filter({ hasText: 'unless somebody acknowledges before' });
      await told.waitFor();
      expect(await told.textContent()).toMatch(/المناوبة is told at \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M unless/u);
      expect(await told.locator('time').last().getAttribute('title')).toMatch(/E[SD]T$/);
      expect(await told.evaluate((entry) => getComputedStyle(entry.lastElementChild ?? entry).direction)).toBe('ltr');
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.textContent()).toBe(`${name} is down`);
      expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      for (const width of [1400, 1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const each of [place, 'contacts', `contacts/${contactId}`]) {
          await scene.visit(page, each, tenant);
          await page.getByText('W'.repeat(110)).first().waitFor();
          expect({ each, width, overhang: await overhang(page) }).toEqual({ each, width, overhang: 0 });
        }
      }
      // The list of contacts does not come, so the table of alerts has their names alone.
      await page.route('**/alert-contacts?*', () => undefined);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await scene.visit(page, place, tenant);
        await page.getByRole('table').getByText('W'.repeat(120)).first().waitFor();
        expect({ width, overhang: await overhang(page) }).toEqual({ width, overhang: 0 });
      }
    },
    JOURNEY_MS,
  );

  it(
    'show what only the server finds beside the field',
    async () => {
      const { page } = await scene.signIn('MEMBER');
      await scene.visit(page, 'contacts/new');
      await page.getByLabel('Channel').selectOption('TELEGRAM');
      await page.getByLabel('Address').fill('@northwind_alerts');
      await page.getByRole('button', { name: 'Add contact' }).click();
      const token = page.getByRole('textbox', { name: 'Token of the bot', description: /Must be the token of a bot/ });
      await token.waitFor();
      expect(await token.getAttribute('aria-invalid')).toBe('true');
    },
    JOURNEY_MS,
  );
});
