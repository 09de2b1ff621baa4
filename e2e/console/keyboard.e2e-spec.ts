import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { inRepository, waitFor } from '@vedette/test-kit';
import { readFile } from 'node:fs/promises';
import { TestBrowser } from '../support/browser.ts';
import { ConsoleScene, JOURNEY_MS } from '../support/console-scene.ts';
import { KeyboardWalk } from '../support/keyboard-walk.ts';
import { PageRequests } from '../support/page-requests.ts';
import { insertPastIncidents } from '../support/past-incidents.ts';

let scene: ConsoleScene;

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

describe('every screen', () => {
  it(
    'is reached, used and left by the keyboard alone, which shows where it is, and has its call for scripts',
    async () => {
      const { page } = await scene.signIn('OWNER');
      const walk = new KeyboardWalk(page);
      const requests = new PageRequests(page);
      const reached = new Set(['overview']);
      const ways: (readonly string[])[] = [[]];
      for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
        const [from, link] = way.slice(-2);
        await page.goto(new URL(from ?? `/console/o/${scene.tenant.organizationId}/overview`, page.url()).href);
        await requests.settle();
        if (link !== undefined) await walk.follow(link);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await requests.settle();
        const { links, ...rest } = await walk.everything();
        expect({ at: page.url(), ...rest }).toMatchObject({ unreached: [], unmarked: [], isComplete: true });
        const recipes = page.getByRole('button', { name: RECIPE }).or(page.getByRole('heading', { name: RECIPE }));
        expect({ at: page.url(), hasRecipe: (await recipes.count()) > 0 }).toEqual({ at: page.url(), hasRecipe: true });
        for (const next of links) {
          const screen = screenOf(next);
          if (screen === undefined || reached.has(screen)) continue;
          reached.add(screen);
          ways.push([new URL(page.url()).pathname, next]);
        }
      }
      expect([...reached].toSorted()).toEqual(await knownScreens());
    },
    2 * JOURNEY_MS,
  );
});
