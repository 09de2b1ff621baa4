import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subjects, type WorkerPresence } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { WorkerPlaces } from '../src/schedule/worker-places.ts';
import { startSuite, type Suite } from './support/suite.ts';

// A stolen worker may announce anything. The service goes on with the announcements of the others.

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  await suite.startWorker();
});
afterAll(() => suite.stop());

const places = { FAST: { total: 5, free: 5 }, SLOW: { total: 5, free: 5 } };
const presence: WorkerPresence = {
  workerId: 'stolen',
  region: 'stolen',
  checks: places,
  confirmations: places,
  slowest: [],
  isTrusted: true,
};

async function announce(...announcements: readonly unknown[]): Promise<void> {
  const connection = await waitFor('NATS', () => suite.link.connection);
  for (const each of announcements) {
    connection.publish(subjects.workerPresence, typeof each === 'string' ? each : JSON.stringify(each));
  }
  await connection.flush();
}

const heard = (): Map<string, number> => suite.service.get(WorkerPlaces).byRegion();

describe('announcements of a stolen worker', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', null],
    ['no places', { ...presence, checks: undefined }],
    ['places of one lane', { ...presence, checks: { FAST: places.FAST } }],
    ['places without numbers', { ...presence, checks: { ...places, SLOW: { total: null, free: {} } } }],
    ['slow checks of nobody', { ...presence, slowest: [null] }],
    ['a region that is no text', { ...presence, region: {} }],
  ])('with %s keep no check from being handed out', async (_, announcement) => {
    await announce(announcement, announcement);
    const organization = suite.organization();
    const { id } = await organization.create({ url: 'http://shop.test/' });
    await waitFor('the check', async () => (await organization.get(id)).state === 'UP');
    expect([...heard().keys()]).toEqual(['here']);
  });

  it('make no more than fifty regions in the metrics', async () => {
    await announce(
      ...Array.from({ length: 200 }, (_, i) => ({ ...presence, workerId: `w${i}`, region: `region-${i}` })),
    );
    await waitFor('the announcements', () => heard().size > 1);
    expect(heard().size).toBe(50);
    expect(heard().get('here')).toBe(1);
  });
});
