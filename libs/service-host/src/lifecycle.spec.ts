import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@vedette/telemetry';
import { Lifecycle, type Stage } from './lifecycle.ts';

const logger = createLogger('test', 'error');

function newLifecycle(stages: readonly Stage[]) {
  const lifecycle = new Lifecycle(logger);
  const steps: string[] = [];
  for (const stage of stages) {
    lifecycle.add(stage, {
      start: async () => {
        await Promise.resolve();
        steps.push(`${stage} started`);
      },
      stop: async () => {
        steps.push(`${stage} stopping`);
        await Promise.resolve();
        steps.push(`${stage} stopped`);
      },
    });
  }
  return { lifecycle, steps };
}

describe('the lifecycle of a service', () => {
  const stages: readonly Stage[] = ['pool', 'loops', 'outbox', 'entrances', 'clients'];

  it('starts its stages from the pool to the entrances, whoever was added first', async () => {
    const { lifecycle, steps } = newLifecycle(stages);
    await lifecycle.start();
    expect(steps).toEqual(['pool', 'outbox', 'clients', 'loops', 'entrances'].map((stage) => `${stage} started`));
  });

  it('stops a stage when the stage before it has stopped', async () => {
    const { lifecycle, steps } = newLifecycle(stages);
    await lifecycle.stop();
    expect(steps).toEqual(
      ['entrances', 'loops', 'clients', 'outbox', 'pool'].flatMap((stage) => [`${stage} stopping`, `${stage} stopped`]),
    );
  });

  it('stops the parts of a stage at the same time', async () => {
    const { lifecycle, steps } = newLifecycle(['loops', 'loops']);
    await lifecycle.stop();
    expect(steps).toEqual(['loops stopping', 'loops stopping', 'loops stopped', 'loops stopped']);
  });

  it('runs its loops from the start to the stop', async () => {
    const lifecycle = new Lifecycle(logger);
    const worked = Promise.withResolvers<void>();
    let rounds = 0;
    const loop = lifecycle.loop('the work', 60_000, async () => {
      rounds += 1;
      worked.resolve();
    });
    loop.wake();
    expect(rounds).toBe(0);
    await lifecycle.start();
    await worked.promise;
    await lifecycle.stop();
    loop.wake();
    expect(rounds).toBe(1);
  });

  it('fails when a part cannot be started', async () => {
    const lifecycle = new Lifecycle(logger);
    lifecycle.add('entrances', { start: () => Promise.reject(new Error('the port is taken')), stop: () => undefined });
    await expect(lifecycle.start()).rejects.toThrow('the port is taken');
  });
});
