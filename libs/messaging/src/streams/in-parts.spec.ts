import { describe, expect, it } from '@jest/globals';
import { inParts } from './in-parts.ts';

const bad = (items: readonly number[], ...culprits: number[]): void => {
  if (culprits.some((culprit) => items.includes(culprit))) throw new RangeError('does not fit');
};

async function settle(count: number, work: (items: readonly number[]) => void) {
  const done: number[] = [];
  const refused: number[] = [];
  let runs = 0;
  const settled = inParts(
    Array.from({ length: count }, (_, index) => index),
    async (items) => {
      runs += 1;
      work(items);
      done.push(...items);
    },
    (item) => refused.push(item),
  );
  const failure: unknown = await settled.catch((error: unknown) => error);
  return { done, refused, runs, failure };
}

describe('work for many at once', () => {
  it('is done once when nothing is wrong', async () => {
    expect(await settle(100, () => undefined)).toMatchObject({ runs: 1, refused: [] });
  });

  it('is done for nobody when there is nobody', async () => {
    expect(await settle(0, () => undefined)).toMatchObject({ runs: 0 });
  });

  it.each([0, 1, 49, 50, 99])(
    'is refused for item %i alone, and done for the others in their order',
    async (culprit) => {
      const { done, refused, runs } = await settle(100, (items) => bad(items, culprit));
      expect(refused).toEqual([culprit]);
      expect(done).toEqual(Array.from({ length: 100 }, (_, index) => index).filter((each) => each !== culprit));
      expect(runs).toBeLessThanOrEqual(15);
    },
  );

  it('is refused for each of several', async () => {
    expect(await settle(10, (items) => bad(items, 3, 4, 9))).toMatchObject({ refused: [3, 4, 9] });
  });

  it('fails as a whole when it is no fault of the data', async () => {
    const { failure, refused, runs } = await settle(10, () => {
      throw new Error('PostgreSQL is away');
    });
    expect(failure).toEqual(new Error('PostgreSQL is away'));
    expect({ refused, runs }).toEqual({ refused: [], runs: 1 });
  });
});
