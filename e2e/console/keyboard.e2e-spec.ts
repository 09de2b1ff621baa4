import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { inRepository, waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { acknowledgeTokenIn, askToConfirm } from '../support/alert-links.ts';
import { TestBrowser } from '../support/browser.ts';
import { focusedText } from '../support/console.ts';
import { ConsoleScene, expectAccessible, JOURNEY_MS, overhang } from '../support/console-scene.ts';
import { KeyboardWalk, type Walked } from '../support/keyboard-walk.ts';
import { PageRequests } from '../support/page-requests.ts';
import { createMonitor } from '../support/monitors.ts';
import { insertPastIncidents } from '../support/past-incidents.ts';

let scene: ConsoleScene;
let requests: PageRequests;

beforeAll(async () => {
  scene = await ConsoleScene.open(undefined, TestBrowser.launch({ isolatesSites: false }));
  await furnish();
});
afterAll(() => scene.close());

/** One of everything that has a screen. */
async function furnish(): Promise<void> {
  const monitorId = await scene.make('monitors', {
    name: 'Shop',
    type: 'HTTP',
    url: scene.target.url(),
    intervalSeconds: 86_400,
  });
  await insertPastIncidents(scene.fixture, scene.tenant, 'Shop', 2, monitorId);
  const pageId = await scene.make('status-pages', { name: 'Acme', components: [{ monitorId, name: 'Shop' }] });
  await scene.make('status-incidents', { title: 'Slow logins', message: 'We look.', statusPageIds: [pageId] });
  await scene.make('maintenance-windows', {
    title: 'Power',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
    monitorIds: [monitorId],
  });
  const endpoint = { url: 'https://receiver.invalid/hook', eventTypes: ['webhook.test'] };
  const endpointId = await scene.make('webhook-endpoints', endpoint);
  await scene.tenant.api.post(`/api/v1/webhook-endpoints/${endpointId}/test`, {});
  const { organizationId } = scene.tenant;
  const contact = ['--org', organizationId, '--type', 'SLACK', '--to', 'https://chat.invalid/hook', '--name', 'Ada'];
  await scene.fixture.stack.operator.run('contact', 'add', ...contact);
  // No later check changes the screens during the walk.
  await waitFor('the first check', async () => {
    const { body } = await scene.tenant.api.get<Monitor>(`/api/v1/monitors/${monitorId}`);
    return body.state === 'UP';
  });
}

/** What shows the same as curl, SDK and JSON: a button, or a card beside a form. */
const RECIPE = 'The same for scripts';

/** Of a walk that has missed nothing. */
const WHOLE: Partial<Walked> = { unreached: [], unmarked: [], isComplete: true };

/** Looked at with axe here; the suites that work on the other screens do it there. */
const LOOKED_AT = new Set([
  'monitors',
  'monitors/:id/edit',
  'status-pages/new',
  'status-pages/incidents',
  'status-pages/incidents/:id/edit',
  'maintenance/:id/edit',
  'webhooks',
  'webhooks/:id/edit',
]);

/** Of people who are not signed in. */
const OUTSIDE = ['sign-in', 'sign-in#token=used', 'invitation#token=any'];

/** The screens that the app knows, inside an organization. */
async function knownScreens(): Promise<string[]> {
  const app = await readFile(inRepository('services/console/src/app.tsx'), 'utf8');
  const paths = [...app.matchAll(/path=\{`\$\{IN_ORGANIZATION\}\/([^`]+)`\}/g)].map(([, path = '']) => path);
  return paths.map((path) => path.replaceAll(/:\w+/g, ':id')).toSorted();
}

/** The screen of a link; undefined if it leads out of the organization. */
function screenOf(link: string): string | undefined {
  const [, place] = link.split(`/console/o/${scene.tenant.organizationId}/`);
  return place?.replace(/[?#].*$/, '').replaceAll(/\b[a-z]{2,3}_[0-9a-z]{26}\b/g, ':id');
}

/** Waits until the screen has all that it shows. */
async function complete(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await requests.settle();
}

/** Walks a screen, then those that its links lead to and that were not reached yet, and comes back. */
async function walkFrom(page: Page, walked: Walked, reached: Set<string>): Promise<void> {
  const { links, ...rest } = walked;
  const at = page.url();
  expect({ at, ...rest, overhang: await overhang(page) }).toMatchObject({ ...WHOLE, overhang: 0 });
  const recipes = page.getByRole('button', { name: RECIPE }).or(page.getByRole('heading', { name: RECIPE }));
  expect({ at, hasRecipe: (await recipes.count()) > 0 }).toEqual({ at, hasRecipe: true });
  const walk = new KeyboardWalk(page);
  for (const link of links) {
    const screen = screenOf(link);
    if (screen === undefined || reached.has(screen)) continue;
    reached.add(screen);
    await walk.follow(link);
    await complete(page);
    if (LOOKED_AT.has(screen)) await expectAccessible(page, screen);
    // The menu marks where somebody is, so it is walked on each of its own screens.
    await walkFrom(page, screen.includes('/') ? await walk.content() : await walk.everything(), reached);
    await page.goBack();
    await page.waitForURL(({ href }) => href === at);
    await complete(page);
  }
}

/** The links of somebody on call: of an alert about a job that failed, and of the question whether to be told at all. */
async function linksOfMessages(): Promise<{ acknowledge: string; confirm: string }> {
  const { organizationId, api } = await scene.fixture.tenant();
  const chat = new ChatReceiver();
  const database = new pg.Client({ connectionString: scene.fixture.stack.databaseUrl });
  await database.connect();
  try {
    const contact = ['--org', organizationId, '--type', 'SLACK', '--to', await chat.listen(), '--name', 'Ada'];
    const { id } = (await scene.fixture.stack.operator.run('contact', 'add', ...contact)) as { id: string };
    const { heartbeatUrl } = await createMonitor(api, { name: 'Backup', type: 'CRON' });
    await fetch(`${heartbeatUrl}/1`, { method: 'POST' });
    const [alert] = await chat.got('/', 1);
    return { acknowledge: `ack#${acknowledgeTokenIn(alert)}`, confirm: `confirm#${await askToConfirm(database, id)}` };
  } finally {
    await Promise.all([database.end(), chat.close()]);
  }
}

/** A page of somebody who is not signed in, by the keyboard alone. The walk ends where it began: on its first control. */
async function walkOutside(page: Page, address: string): Promise<Walked> {
  // A page that differs in its fragment alone would not be loaded.
  await page.goto('about:blank');
  requests = new PageRequests(page);
  await page.goto(`${scene.vedette.url}/console/${address}`);
  await complete(page);
  await page.getByRole('button').first().waitFor();
  await expectAccessible(page, address);
  return new KeyboardWalk(page).everything();
}

describe('every screen', () => {
  it(
    'is reached, used and left by the keyboard alone, fits into 1024 pixels, and has its call for scripts',
    async () => {
      // The narrowest window that shows whole tables.
      const { page } = await scene.signIn('OWNER', undefined, { viewport: { width: 1024, height: 900 } });
      requests = new PageRequests(page);
      const reached = new Set(['overview']);
      await complete(page);
      await walkFrom(page, await new KeyboardWalk(page).everything(), reached);
      expect([...reached].toSorted()).toEqual(await knownScreens());
      expect([...LOOKED_AT].filter((screen) => !reached.has(screen))).toEqual([]);
    },
    2 * JOURNEY_MS,
  );

  it(
    'of somebody who is not signed in is used by the keyboard alone',
    async () => {
      const { page } = await scene.browser.open(`${scene.vedette.url}/console/sign-in`);
      for (const address of OUTSIDE) {
        const walked = await walkOutside(page, address);
        expect({ address, ...walked }).toMatchObject({ address, ...WHOLE });
      }
    },
    JOURNEY_MS,
  );

  it(
    'of a link from a message does its one thing by the keyboard, says so, and keeps the focus',
    async () => {
      const { acknowledge, confirm } = await linksOfMessages();
      const { page } = await scene.browser.open(`${scene.vedette.url}/console/sign-in`);
      const walks = [
        { address: acknowledge, button: 'Acknowledge', role: 'status', said: /^The outage is acknowledged/ },
        { address: confirm, button: 'Mail me alerts', role: 'status', said: /^Alerts are mailed to/ },
        { address: 'confirm#used', button: 'Mail me alerts', role: 'alert', said: /^This link is unknown/ },
      ] as const;
      for (const { address, button, role, said } of walks) {
        const walked = await walkOutside(page, address);
        expect({ address, ...walked }).toMatchObject({ address, ...WHOLE });
        expect(await focusedText(page)).toBe(button);
        await page.keyboard.press('Enter');
        await page.getByRole(role).filter({ hasText: said }).waitFor();
        expect(await focusedText(page)).toMatch(said);
        await expectAccessible(page, `${address}, done`);
        expect(await page.getByRole('button').count()).toBe(0);
      }
    },
    JOURNEY_MS,
  );
});
