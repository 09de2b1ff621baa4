import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../support/suite-config.ts';
import { attacksOf } from './attacks.ts';
import { Attacker } from './attacker.ts';
import { measure } from './measure.ts';
import { Quiet } from './quiet.ts';
import { headOfTable, rowOf } from './report.ts';
import { OPERATIONS, startWorld, type World } from './world.ts';

// `pnpm test:attacks --neighbours`: whatever one organization does, another one is served in time, and no process grows.

const { attackSeconds, only } = suiteConfig();
const ATTACKS = attacksOf(OPERATIONS).filter(({ name }) => only === null || name.includes(only));

let world: World;
let quiet: Quiet;
let attacker: Attacker;

beforeAll(async () => {
  world = await startWorld();
  quiet = await Quiet.start(world);
  attacker = await Attacker.create(world);
  process.stderr.write(headOfTable());
}, 180_000);

afterAll(async () => {
  await world.stop();
}, 60_000);

describe('a quiet organization is served in time beside', () => {
  it.each(ATTACKS)(
    '$name',
    async (attack) => {
      const outcome = await measure({ world, quiet, attacker }, attack, attackSeconds);
      process.stderr.write(rowOf(outcome));
      expect(outcome.broken).toEqual([]);
    },
    600_000,
  );
});
