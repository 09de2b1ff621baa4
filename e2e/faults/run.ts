import { setTimeout as sleep } from 'node:timers/promises';
import { FailoverClient } from './failover-client.ts';
import type { Injected } from './fault-kind.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { Observer } from './observe.ts';
import type { HealedRound } from './report.ts';
import { Seeded } from './seeded.ts';
import { Traffic } from './traffic.ts';
import type { WorldTruth } from './truth.ts';
import { violationsOf, type Violation } from './violations.ts';
import type { World } from './world.ts';

/** What is still broken after this time is a violation. The longest lease of the system, an alert's, is 32 s. */
export const HEAL_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 200;
/** Turns of targets and mutations are spread over this time, in which the faults are injected too. */
const SCRIPT_MS = 1_200;
const MUTATIONS = 6;
const TURN_CHANCE = 0.5;
/** A silent cron job is noticed after its period of 5 s, so it turns less often. */
const JOB_TURN_CHANCE = 0.15;

/** Injects rounds of faults into a running world, and holds the system to its promises after each. */
export class FaultRun {
  readonly healed: HealedRound[] = [];
  readonly traffic: Traffic;
  readonly #world: World;
  readonly #random: Seeded;
  readonly #observer: Observer;
  #wholeSince = 0;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#random = new Seeded(seed);
    const client = new FailoverClient(world.system.urlsOf('gateway').map((url) => world.tenant.api.at(url)));
    this.traffic = new Traffic(world, client, `faults-${seed}`);
    this.#observer = new Observer(world, client);
    refuseHalf(world, () => this.#areReceiversWell);
  }

  #areReceiversWell = false;

  /** Returns what is still broken when the time to heal is over. */
  async round(names: readonly FaultName[]): Promise<{ readonly what: string; readonly violations: Violation[] }> {
    const { system } = this.#world;
    const startedAt = Date.now();
    const giveUp = AbortSignal.timeout(HEAL_LIMIT_MS);
    this.#areReceiversWell = false;
    this.traffic.isDuringSingleKill = names.length === 1 && names[0] === 'kill';
    const script = this.#turnThings();
    const mutated = this.traffic.mutate(MUTATIONS, SCRIPT_MS / MUTATIONS, giveUp);
    const injections = names.map(async (name) => {
      const random = this.#random.fork();
      await sleep(random.between(0, SCRIPT_MS / 2));
      return FAULTS[name].inject(system, random);
    });
    const injected = await Promise.all(injections);
    await script;
    this.#areReceiversWell = true;
    this.#world.noteWhole(startedAt, Math.max(0, ...injected.map(({ clockErrorMs = 0 }) => clockErrorMs)));
    this.#wholeSince = Date.now();
    await mutated;
    const violations = await this.#heal(names, injected);
    for (const { restored } of injected) await restored;
    this.traffic.isDuringSingleKill = false;
    return { what: injected.map(({ what }, i) => `${names[i]} (${what})`).join(', '), violations };
  }

  /** After the last round: what is left when refused deliveries have been repeated, and gathered alerts told, too. */
  async settle(): Promise<Violation[]> {
    await sleep(await this.#observer.gatheringMs());
    return this.#until((violations) => violations.length === 0);
  }

  async #heal(names: readonly FaultName[], injected: readonly Injected[]): Promise<Violation[]> {
    const endedAt = Math.max(...injected.map((each) => each.endedAt));
    const left = await this.#until((violations) => violations.every(({ waitsForRetry }) => waitsForRetry));
    this.healed.push({ faults: names.map((name) => FAULTS[name].title), healedMs: Date.now() - endedAt });
    return left.filter(({ waitsForRetry }) => !waitsForRetry);
  }

  async #until(isEnough: (violations: readonly Violation[]) => boolean): Promise<Violation[]> {
    const deadline = Date.now() + HEAL_LIMIT_MS;
    for (;;) {
      const violations = await this.#look();
      if (isEnough(violations) || Date.now() > deadline) return violations;
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** While a part does not even answer, nothing else can be said. */
  async #look(): Promise<Violation[]> {
    try {
      return violationsOf(this.#truth(), await this.#observer.look());
    } catch (error) {
      return [{ promise: 'state-is-true', text: `it cannot be observed: ${String(error)}`, waitsForRetry: false }];
    }
  }

  #truth(): WorldTruth {
    const { mutations, requests, newestMessage } = this.traffic;
    const { watched, outages } = this.#world;
    return { watched, outages, mutations, requests, newestMessage, wholeSince: this.#wholeSince };
  }

  /** Each thing turns at most once a round, so that the system has noticed one turn before the next. */
  async #turnThings(): Promise<void> {
    const turns = this.#world.flapping.map(async (name) => {
      const isTurning = this.#random.chance(name.endsWith('job') ? JOB_TURN_CHANCE : TURN_CHANCE);
      await sleep(this.#random.between(0, SCRIPT_MS));
      if (isTurning) this.#world.turn(name);
    });
    await Promise.all(turns);
  }
}

/** Receivers refuse every second event when it first arrives. */
function refuseHalf(world: World, areWell: () => boolean): void {
  for (const receiver of world.receivers) {
    const met = new Set<string>();
    receiver.answer = (response, { id }) => {
      const isFirst = !met.has(id);
      met.add(id);
      response.writeHead(isFirst && met.size % 2 === 0 && !areWell() ? 500 : 200).end();
    };
  }
}
