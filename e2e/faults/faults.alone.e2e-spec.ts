import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../support/suite-config.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { planOf } from './plan.ts';
import { healTable } from './report.ts';
import { FaultRun, HEAL_LIMIT_MS } from './run.ts';
import { World } from './world.ts';

// Seeded faults in the whole system, with two replicas of each service, while a scripted world goes on.

const { seed, faults } = suiteConfig();

let world: World;
let run: FaultRun;

beforeAll(async () => {
  world = await World.start();
  run = new FaultRun(world, seed);
  run.traffic.startReading();
}, 180_000);

afterAll(async () => {
  await run.traffic.stopReading();
  await world.stop();
}, 60_000);

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

function drawable() {
  return Object.entries(FAULTS).flatMap(([name, kind]) => {
    const missing = 'missing' in kind ? kind.missing(world.system) : undefined;
    if (missing === undefined) return [{ name: name as FaultName, touches: kind.touches, weight: kind.weight }];
    say(`Not injected, "${kind.title}": ${missing}.`);
    return [];
  });
}

describe(`${faults} faults with the seed ${seed}`, () => {
  it(
    'the system heals from every fault, and keeps its promises',
    async () => {
      for (const [index, names] of planOf(seed, faults, drawable(), 'kill').entries()) {
        const { what, violations } = await run.round(names);
        say(`${String(index + 1).padStart(3)}. ${((run.healed.at(-1)?.healedMs ?? 0) / 1_000).toFixed(1)} s  ${what}`);
        expect({ seed, round: index + 1, what, violations }).toMatchObject({ violations: [] });
      }
      expect(await run.settle()).toEqual([]);
      say(`\nTime to heal, seed ${seed}:\n${healTable(run.healed)}`);
    },
    60_000 + faults * HEAL_LIMIT_MS,
  );

  it('with two replicas, no API request fails twice in a row after a single kill', () => {
    const during = run.traffic.requests.filter(({ isDuringSingleKill }) => isDuringSingleKill);
    expect(during.length).toBeGreaterThan(10);
    expect(during.filter(({ failuresInARow }) => failuresInARow.length > 1)).toEqual([]);
  });
});
