import { setImmediate as nextTurn } from 'node:timers/promises';
import { injectTrace, inSpan, linksTo, noTrace, type TraceCarrier } from '@vedette/telemetry';

/** One that hangs must not stop the others. */
const MOST_AT_ONCE = 2;
/** What is found is held until all of it has come, and one may be large. */
const MOST_TOGETHER = 50;

interface Wanted<Found> extends PromiseWithResolvers<Found | undefined> {
  readonly trace: TraceCarrier;
}

/**
 * Joins what is looked up while others are under way into one statement, so that many readers cost little more than one, and
 * none waits when there is no other. What was committed before a look-up is always seen by it.
 */
export class JoinedLookups<Found> {
  readonly #lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #waiting = new Map<string, Wanted<Found>>();
  #underWay = 0;

  constructor(lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#lookUp = lookUp;
  }

  find(id: string): Promise<Found | undefined> {
    const joined = this.#waiting.get(id);
    if (joined !== undefined) return joined.promise;
    const wanted: Wanted<Found> = { ...Promise.withResolvers<Found | undefined>(), trace: injectTrace() };
    this.#waiting.set(id, wanted);
    if (this.#underWay < MOST_AT_ONCE) void this.#drain();
    return wanted.promise;
  }

  async #drain(): Promise<void> {
    this.#underWay += 1;
    // What comes in the same turn belongs together.
    await nextTurn();
    while (this.#waiting.size > 0) {
      await this.#settle(this.#nextBatch());
    }
    this.#underWay -= 1;
  }

  #nextBatch(): ReadonlyMap<string, Wanted<Found>> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    if (waiting.size <= MOST_TOGETHER) return waiting;
    const all = [...waiting];
    this.#waiting = new Map(all.slice(MOST_TOGETHER));
    return new Map(all.slice(0, MOST_TOGETHER));
  }

  /** When they fail together, each is tried alone: one may be the cause, and the others are not to suffer for it. */
  async #settle(batch: ReadonlyMap<string, Wanted<Found>>): Promise<void> {
    try {
      const links = linksTo([...batch.values()].map(({ trace }) => trace));
      const found = await inSpan('look up', { parent: noTrace, links }, () => this.#lookUp([...batch.keys()]));
      for (const [id, { resolve }] of batch) resolve(found.get(id));
    } catch (error) {
      if (batch.size === 1) for (const { reject } of batch.values()) reject(error);
      else await Promise.all([...batch].map((each) => this.#settle(new Map([each]))));
    }
  }
}
