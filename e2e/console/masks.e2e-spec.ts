import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleScene, expectAccessible, JOURNEY_MS } from '../support/console-scene.ts';

let scene: ConsoleScene;
let site: string;
let job: string;

beforeAll(async () => {
  scene = await ConsoleScene.open();
  const request = { requestHeaders: { authorization: 'Bearer hunter2' }, requestBody: 'hunter2' };
  site = await scene.make('monitors', {
    name: 'Shop',
    type: 'HTTP',
    url: 'https://me:hunter2@127.0.0.1:9/',
    ...request,
  });
  job = await scene.make('monitors', { name: 'Backup', type: 'CRON' });
});
afterEach(() => scene.closePages());
afterAll(() => scene.close());

describe('what a role does not see', () => {
  it(
    'is masked with a word about it, and nothing offers to use the mask',
    async () => {
      const { page, complaints } = await scene.signIn('VIEWER');
      await scene.visit(page, `monitors/${site}`);
      await page.getByText('https://•••@127.0.0.1:9/').waitFor();
      await page.getByText('••• stands for what your role does not see.').waitFor();
      await expectAccessible(page, 'masked-monitor');
      await scene.visit(page, `monitors/${job}`);
      await page.getByText('The job calls an address that your role does not see.').waitFor();
      expect(await page.getByText('curl').count()).toBe(0);
      for (const place of [`monitors/new?from=${site}`, `monitors/${site}/edit`]) {
        await scene.visit(page, place);
        await page.getByText('Your role reads only').waitFor();
        expect(await page.content()).not.toContain('•••');
      }
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    'is not taken from somebody who copied the mask',
    async () => {
      const { page, complaints } = await scene.signIn('MEMBER');
      await scene.visit(page, `monitors/new?from=${site}`);
      await page.getByLabel('Address').fill('https://•••@127.0.0.1:9/');
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('textbox', { name: 'Address', description: /This is masked/ }).waitFor();
      await scene.visit(page, 'contacts/new');
      await page.getByLabel('Address').fill('o•••@example.com');
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('textbox', { name: 'Address', description: /This is masked/ }).waitFor();
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );
});
