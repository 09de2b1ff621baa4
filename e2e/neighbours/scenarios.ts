import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, type Monitor } from '@vedette/contract';
import { createMonitor } from '../support/monitors.ts';
import { Attacker } from './attacker.ts';
import type { Attack } from './attacks.ts';
import type { World } from './world.ts';

const MONITORS = 500;
const AT_ONCE = 25;
const ORGANIZATIONS = 10;
const FAILING = 2_000;
const STREAM_KEYS = 60;
const STREAMS_OF_KEY = 5;
const PREVIEWS = 150;
const WINDOWS = 1_500;
const REPLAYS = 10;
const INVITATIONS = 120;
/** To render it takes 40 ms. */
const SLOW_MESSAGE = '*a '.repeat(3_333);
const DAY_MS = 86_400_000;
const MONITORS_PATH = '/api/console/v1/monitors';

async function monitorsOf(attacker: Attacker, count: number, fields: Record<string, unknown>): Promise<string[]> {
  const made: Monitor[] = [];
  await attacker.atOnce(AT_ONCE, async () => {
    while (made.length < count) made.push(await createMonitor(attacker.tenant.api, fields));
  });
  return made.slice(0, count).map(({ id }) => id);
}

/** Pauses and resumes all of them, again and again. */
export async function pauseAndResume(attacker: Attacker, monitorIds: readonly string[], times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    for (const action of ['pause', 'resume']) {
      await attacker.send({
        method: 'POST',
        path: `${MONITORS_PATH}/bulk`,
        body: JSON.stringify({ action, monitorIds }),
      });
    }
  }
}

/** A stream whose answer nobody reads. */
function openUnread(world: World, key: string, { answers }: Attacker): { close(): void } {
  const url = `${world.fixture.stack.consoleUrl}/api/console/v1/events/stream`;
  const request = get(url, { headers: { 'x-api-key': key }, agent: false }, (response) => {
    if (response.statusCode === 200) answers.opened += 1;
    response.pause().on('error', () => undefined);
  });
  request.on('error', () => undefined);
  return { close: () => request.destroy() };
}

const atMost = (most: number, count: number, what: string): string[] =>
  count > most ? [`more than ${most} ${what} were accepted: ${count}`] : [];

/** What was found to hurt others, each as it was done. */
export const SCENARIOS: readonly Attack[] = [
  {
    name: '500 monitors paused and resumed 12 times',
    leastSeconds: 15,
    prepare: async (_world, attacker) => {
      const ids = await attacker.jobs(MONITORS);
      return () => pauseAndResume(attacker, ids, 6);
    },
  },
  {
    name: 'the same by ten organizations at once',
    leastSeconds: 30,
    prepare: async (world, attacker) => {
      const all = [{ by: attacker, ids: await attacker.jobs(MONITORS) }];
      while (all.length < ORGANIZATIONS) {
        const by = await Attacker.createEmpty(world);
        all.push({ by, ids: await by.jobs(MONITORS) });
      }
      return () => Promise.all(all.map(({ by, ids }) => pauseAndResume(by, ids, 6)));
    },
  },
  {
    name: '2,000 monitors fail in scheduled checks',
    leastSeconds: 40,
    prepare: async (world, attacker) => {
      const url = world.targets.pageUrl('failing');
      const fields = { url, intervalSeconds: 30, timeoutSeconds: 5 };
      const ids = await monitorsOf(attacker, FAILING, fields);
      return async (until) => {
        world.targets.page('failing').status = 500;
        await sleep(DAY_MS, undefined, { signal: until }).catch(() => undefined);
        for (let i = 0; i < ids.length; i += MONITORS) {
          await pauseOnly(attacker, ids.slice(i, i + MONITORS));
        }
      };
    },
  },
  {
    name: '60 keys with 5 streams each that are not read',
    faults: ({ opened }) => atMost(50, opened, 'streams'),
    leastSeconds: 20,
    prepare: async (world, attacker) => {
      const { organizationId } = attacker.tenant;
      const keys = await Promise.all(Array.from({ length: STREAM_KEYS }, () => world.fixture.key(organizationId)));
      const ids = await attacker.jobs(MONITORS);
      return async (until) => {
        const streams = keys.flatMap(({ key }) =>
          Array.from({ length: STREAMS_OF_KEY }, () => openUnread(world, key, attacker)),
        );
        while (!until.aborted) await pauseAndResume(attacker, ids, 1);
        for (const stream of streams) stream.close();
      };
    },
  },
  {
    name: '150 previews of Markdown at once',
    leastSeconds: 5,
    faults: ({ failed, limited }) => [
      ...(failed > 0 ? [`${failed} previews failed`] : []),
      ...(limited > 0 ? [] : ['no preview was refused as surplus']),
    ],
    prepare: async (_world, attacker) => {
      const body = JSON.stringify({ message: SLOW_MESSAGE });
      return (until) =>
        attacker.atOnce(PREVIEWS, async () => {
          do await attacker.send({ method: 'POST', path: '/api/console/v1/markdown-previews', body });
          while (!until.aborted);
        });
    },
  },
  {
    name: 'previews of windows that begin long ago',
    prepare: async (_world, attacker) => {
      const times = { startsAt: '2000-01-01T00:00:00Z', endsAt: '2000-01-01T01:00:00Z', from: '2199-01-01T00:00:00Z' };
      const recurrence = { frequency: 'DAILY', interval: 1, timezone: 'Europe/Berlin' };
      const body = JSON.stringify({ ...times, recurrence, count: 50 });
      return (until) =>
        attacker.atOnce(AT_ONCE, async () => {
          while (!until.aborted) {
            await attacker.send({ method: 'POST', path: '/api/console/v1/maintenance-previews', body });
          }
        });
    },
  },
  {
    name: '1,500 windows of 500 monitors',
    faults: ({ accepted }) => atMost(20, accepted, 'windows of a monitor'),
    leastSeconds: 30,
    prepare: async (_world, attacker) => {
      const monitorIds = await attacker.jobs(MONITORS);
      return async (until) => {
        let left = WINDOWS;
        await attacker.atOnce(AT_ONCE, async () => {
          while (!until.aborted && (left -= 1) >= 0) {
            const startsAt = new Date(Date.now() + 2_000).toISOString();
            const endsAt = new Date(Date.now() + DAY_MS).toISOString();
            const body = JSON.stringify({ title: 'Window', startsAt, endsAt, monitorIds });
            await attacker.send({ method: 'POST', path: '/api/v1/maintenance-windows', body });
          }
        });
      };
    },
  },
  {
    name: 'ten replays at once',
    prepare: async (_world, attacker) => {
      const [id] = await monitorsOf(attacker, 1, { url: 'http://127.0.0.1:9/', intervalSeconds: 30 });
      const policy = { degradedThresholdMs: 100, degradedThresholdMode: 'LAST', degradedSamples: 3 };
      return (until) =>
        attacker.atOnce(REPLAYS, async () => {
          do {
            const path = `${MONITORS_PATH}/${id}/replay`;
            await attacker.send({ method: 'POST', path, body: JSON.stringify(policy) });
          } while (!until.aborted);
        });
    },
  },
  {
    name: '120 invitations in a row',
    faults: ({ accepted }) => atMost(60, accepted, 'invitations'),
    prepare: async (_world, attacker) => () =>
      attacker.atOnce(INVITATIONS, () => {
        const body = JSON.stringify({ email: `${newId('inv')}@example.com`, role: 'VIEWER' });
        return attacker.send({ method: 'POST', path: '/api/console/v1/invitations', body });
      }),
  },
];

async function pauseOnly(attacker: Attacker, monitorIds: readonly string[]): Promise<void> {
  const body = JSON.stringify({ action: 'pause', monitorIds });
  await attacker.send({ method: 'POST', path: `${MONITORS_PATH}/bulk`, body });
}
