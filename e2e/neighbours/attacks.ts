import type { Operation } from '@vedette/contract';
import type { Answers, Attacker } from './attacker.ts';
import { SCENARIOS } from './scenarios.ts';
import type { World } from './world.ts';

/** What one organization does to the others. */
export interface Attack {
  readonly name: string;
  /** What is made beforehand; it returns the attack itself, which ends when it is over or aborted. */
  readonly prepare: (
    world: World,
    attacker: Attacker,
    mostRequests?: number,
  ) => Promise<(until: AbortSignal) => Promise<unknown>>;
  /** True if the organization has all that it had before, afterwards. */
  readonly isSafe?: boolean;
  /** What is wrong with how its requests were answered. */
  readonly faults?: (answers: Answers) => readonly string[];
  /** How long it goes on, if that is longer than others. */
  readonly leastSeconds?: number;
}

/** They end what the organization of the others is left with, so they come last. */
const ENDING = ['removeMember', 'endOneSession', 'endSession', 'endAllSessions', 'deleteOrganization'];

/** Every operation of both contracts by itself, then the scenarios. Unread streams are one of them. */
export function attacksOf(operations: readonly Operation[]): readonly Attack[] {
  const floods = operations
    .filter(({ answer }) => answer === 'json')
    .toSorted((one, other) => ENDING.indexOf(one.id) - ENDING.indexOf(other.id))
    .map((operation): Attack => ({
      name: operation.id,
      prepare: (_world, attacker, most) => attacker.flood(operation, most),
      isSafe: !ENDING.includes(operation.id),
    }));
  return [...SCENARIOS, ...floods];
}
