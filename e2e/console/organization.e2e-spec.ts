/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleScene, expectAccessible, go, JOURNEY_MS, overhang } from '../support/console-scene.ts';
import { focusedText } from '../support/console.ts';
import { signedIn } from '../support/sdk-clients.ts';

let scene: ConsoleScene;

beforeAll(async () => {
  scene = await ConsoleScene.open();
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

describe('a person', () => {
  it(
    'chooses a name and a language, ends sessions, renames the organization and cannot delete it by mistake',
    async () => {
      const { page, complaints } = await scene.signIn('OWNER');
      await scene.visit(page, 'settings');
      await page.getByLabel('Name').fill('Ada Lovelace');
      await page.getByLabel('Time zone').selectOption('Europe/Berlin');
      await page.getByRole('region', { name: 'You' }).getByLabel('Language').selectOption('de');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Gespeichert', { exact: true }).waitFor();
      await page.getByRole('region', { name: 'Sie' }).getByLabel('Sprache').selectOption('en');
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByRole('heading', { name: 'Your settings' }).waitFor();
      await page.getByRole('row', { name: /This browser/ }).waitFor();
      await expectAccessible(page, 'settings');

      await go(page, 'Organization');
      await page.getByRole('heading', { name: 'Organization', level: 1 }).waitFor();
      await page.getByLabel('Name').fill('Renamed');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.brand').getByText('Renamed').waitFor();
      await expectAccessible(page, 'organization');
      await page.getByRole('button', { name: 'Delete the organization' }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: 'Delete the organization' });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('Type the name of the organization').fill('Renamed');
      expect(await confirm.isDisabled()).toBe(false);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(complaints).toEqual([]);

      await scene.visit(page, 'settings');
      await page.getByRole('region', { name: 'You' }).waitFor();
      await page.getByRole('button', { name: 'Sign out everywhere' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
    JOURNEY_MS,
  );
});

describe('a viewer', () => {
  it(
    'finds no button that would be refused',
    async () => {
      const monitorId = await scene.make('monitors', { name: 'Nightly', type: 'CRON' });
      const { page } = await scene.signIn('VIEWER');
      await scene.visit(page, 'monitors');
      await page.getByText('Nightly').waitFor();
      expect(await page.getByText('New monitor').count()).toBe(0);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
      await scene.visit(page, `monitors/${monitorId}`);
      await page.getByText('The job calls an address that your role does not see').waitFor();
      for (const name of ['Check now', 'Pause', 'Delete']) {
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      }
      await scene.visit(page, 'people');
      await page.getByText('You', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
      for (const place of ['keys', 'audit']) {
        await scene.visit(page, place);
        await page.getByText('Your role does not open this screen').waitFor();
      }
      await expectAccessible(page, 'admins-only');
      await scene.visit(page, 'nowhere');
      await page.getByText('There is no such page').waitFor();
    },
    JOURNEY_MS,
  );
});

describe('an owner', () => {
  it(
    'makes a key whose secret is shown once, invites, and reads of it in the audit log',
    async () => {
      const owner = await scene.vedette.person(scene.tenant.organizationId, 'OWNER', undefined, 'Olga');
      const { page, complaints } = await scene.vedette.signIn(scene.browser, owner, { timezoneId: 'UTC' });
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('textbox', { name: 'Name', description: 'Fill this in.' }).waitFor();
      await page.getByRole('dialog').getByLabel('Name').fill('From the console');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Copy the secret now' }).waitFor();
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
      expect((await scene.fixture.api.withKey(secret).get('/api/v1/monitors')).status).toBe(200);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      const row = page.getByRole('row', { name: /From the console/ });
      await row.waitFor();
      expect(await page.content()).not.toContain(secret);
      await expectAccessible(page, 'keys');
      await page.setViewportSize({ width: 1024, height: 900 });
      for (const [language, title] of [
        ['de', 'API-Schlüssel'],
        ['en', 'API keys'],
      ] as const) {
        await page.evaluate((chosen) => localStorage.setItem('vedette.locale', chosen), language);
        await page.reload();
        await page.getByRole('heading', { name: title }).waitFor();
        await row.waitFor();
        expect({ language, overhang: await overhang(page) }).toEqual({ language, overhang: 0 });
      }
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: 'People' }).click();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByLabel('Mail address').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Mail address', description: 'This must be a mail address.' }).waitFor();
      await page.getByLabel('Mail address').fill('grace@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').locator('code').getByText('#token=').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('row', { name: /grace@example.com/ }).waitFor();
      await expectAccessible(page, 'people');

      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByRole('row', { name: /Person invited/ }).waitFor();
      expect(await page.getByText('createInvitation').count()).toBe(0);
      await page.getByRole('button', { name: 'The same for scripts' }).click();
      await page.getByRole('dialog').getByText('no API key can').waitFor();
      await page.getByRole('dialog').getByText('"operation": "createInvitation"').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Person invited' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Person invited' }).getByText('createInvitation').waitFor();
      await expectAccessible(page, 'audit-entry');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focusedText(page)).toBe('Person invited');
      const focusedFilters = page.locator('[role=search]:focus');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'All entries of this resource' }).click();
      await page.waitForURL('**/audit?resource=*');
      await focusedFilters.waitFor();
      await page.getByRole('button', { name: 'Person invited' }).click();
      await page.getByRole('dialog', { name: 'Person invited' }).waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement !== document.body);
      await page.goForward();
      await page.getByRole('button', { name: 'Show all resources' }).click();
      await page.waitForURL('**/audit');
      await focusedFilters.waitFor();
      const byActor = page.getByRole('button', { name: 'All entries of this actor' });
      await page.getByRole('button', { name: 'Person invited' }).click();
      await byActor.click();
      await page.waitForURL('**/audit?actor=person*');
      await focusedFilters.waitFor();
      await page.getByRole('button', { name: 'Person invited' }).click();
      // They are shown already.
      await byActor.click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focusedText(page)).toBe('Person invited');
      const who = page.getByLabel('Who', { exact: true });
      await who.selectOption('');
      await page.waitForURL('**/audit');
      await who.selectOption('Olga');
      await page.waitForURL('**/audit?actor=person*');
      await page.getByRole('row', { name: /Person invited.*Olga/ }).waitFor();
      await page.getByLabel('What', { exact: true }).selectOption('API key revoked');
      await page.getByRole('row', { name: /Person invited/ }).waitFor({ state: 'detached' });
      const revoked = page.getByRole('row', { name: /API key revoked/ });
      await revoked.waitFor();
      await expectAccessible(page, 'audit');
      for (const width of [320, 390, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        const when = revoked.getByRole('cell').last();
        const hidden = await when.evaluate((cell) => cell.scrollWidth - cell.clientWidth);
        expect({ width, hidden }).toEqual({ width, hidden: 0 });
      }
      await page.getByLabel('What', { exact: true }).selectOption('Organization deleted');
      await page.getByText('No entry matches').waitFor();
      await page.reload();
      await page.getByText('No entry matches').waitFor();
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('progressbar').first().waitFor();
      await expectAccessible(page, 'usage');
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    'who removes somebody reads which keys they know and which alerts they still get',
    async () => {
      const tenant = await scene.fixture.tenant();
      const { organizationId } = tenant;
      const { page } = await scene.signIn('OWNER', tenant);
      const admin = await signedIn(scene.fixture, organizationId, 'ADMIN');
      const { email } = (await admin.vedette.session.get()).person;
      await admin.vedette.keys.create({ name: 'Known to Ada', access: 'FULL' });
      const taken = await admin.vedette.keys.create({ name: 'Replaced since', access: 'FULL' });
      const owner = await signedIn(scene.fixture, organizationId, 'OWNER');
      await owner.vedette.keys.replace(taken.id);
      await scene.visit(page, 'people', tenant);
      await page.getByRole('row', { name: email }).getByRole('button', { name: 'Remove' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove Ada?' });
      await dialog.getByRole('link', { name: 'Known to Ada' }).waitFor();
      expect(await dialog.getByText('Replaced since').count()).toBe(0);
      await expectAccessible(page, 'remove-person');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
    },
    JOURNEY_MS,
  );
});
