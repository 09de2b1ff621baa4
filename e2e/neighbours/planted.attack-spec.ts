import { describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../support/suite-config.ts';
import { attacksOf } from './attacks.ts';
import { Attacker } from './attacker.ts';
import { measure } from './measure.ts';
import { plant, unplant } from './planted-bundles.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { Quiet } from './quiet.ts';
import { startWorld } from './world.ts';

// `pnpm test:attacks --planted`: each fault is planted into the built services, and its attack must find it.

const { attackSeconds, only } = suiteConfig();
const FAULTS = PLANTED_FAULTS.filter(({ fault }) => only === null || fault.includes(only));

describe('is found', () => {
  it.each(FAULTS)(
    '$fault',
    async (planted) => {
      const attack = attacksOf([]).find(({ name }) => name === planted.attack);
      if (attack === undefined) throw new Error(`There is no attack ${planted.attack}`);
      const world = await startWorld(plant(planted));
      try {
        const quiet = await Quiet.start(world);
        const attacker = await Attacker.create(world);
        const { broken } = await measure({ world, quiet, attacker }, attack, attackSeconds);
        const isFinding = new RegExp(`^(?:${planted.finds.join('|')})`);
        expect(broken).toContainEqual(expect.stringMatching(isFinding));
      } finally {
        // With the fault, a service may be too busy to stop in time.
        await world.stop().catch(() => undefined);
        unplant(planted);
      }
    },
    600_000,
  );
});
