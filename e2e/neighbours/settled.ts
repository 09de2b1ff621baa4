import { waitFor } from '@vedette/test-kit';
import type { World } from './world.ts';

const WAITING = ['vedette_events_waiting', 'vedette_outbox_oldest_unsent_seconds'];
const LIMIT_MS = 300_000;

/** Returns when no event waits any more, so that an attack does not pay for the one before it. */
export async function settled({ fixture }: World): Promise<void> {
  const isIdle = async (url: string): Promise<boolean> => {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    const waiting = lines.filter((line) => WAITING.some((name) => line.startsWith(name)));
    return waiting.every((line) => Number(line.split(' ').at(-1)) === 0);
  };
  const areIdle = async (): Promise<boolean> =>
    (await Promise.all(Object.values(fixture.stack.internalUrls).map(isIdle))).every(Boolean);
  await waitFor('the events of the attack before', areIdle, { timeoutMs: LIMIT_MS, intervalMs: 500 });
}
