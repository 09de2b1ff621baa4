import type { EventType, OutageFact } from '@vedette/contract';
import type { WindowNotice } from '@vedette/incident/maintenance-window-spans';
import { START, type Clock } from './clock.ts';
import type { Deciders } from './deciders.ts';
import type { Random } from './random.ts';
import type { ProcessName, Script } from './script.ts';
import type { Promises } from './promises.ts';
import type { Truth } from './truth.ts';
import { linesOf } from './script.ts';

/** What all simulated services share. */
export interface Stage {
  readonly clock: Clock;
  readonly script: Script;
  readonly truth: Truth;
  readonly random: Random;
  readonly deciders: Deciders;
  readonly promises: Promises;
  readonly newId: (prefix: string) => string;
  /** Notes a sentence for the reader of a failing history. */
  readonly note: (sentence: () => string) => void;
}

/** An event of EVENTS, with the facts that services exchange beside it. */
export interface SimulatedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: number;
  readonly monitorId: string;
  readonly outage?: OutageFact;
  readonly incidentId?: string;
  readonly window?: WindowNotice & { readonly windowId: string };
}

export interface Transaction {
  /** Writes happen at the commit, all of them or none. */
  write(change: () => void): void;
  tell(event: Omit<SimulatedEvent, 'id' | 'at'>): void;
}

/** What a transaction will write and tell if it commits. */
class Changes implements Transaction {
  readonly writes: (() => void)[] = [];
  readonly facts: SimulatedEvent[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage, work: (tx: Transaction) => void) {
    this.#stage = stage;
    work(this);
  }

  write(change: () => void): void {
    this.writes.push(change);
  }

  tell(event: Omit<SimulatedEvent, 'id' | 'at'>): void {
    this.facts.push({ id: this.#stage.newId('evt'), at: this.#stage.clock.now, ...event });
  }
}

/** How long it takes until another replica, or the restarted one, looks for work that was left behind. */
const TAKEN_OVER_MS = 1_000;

/** A service: its transactions commit as a whole, with their facts, or not at all (libs/messaging/src/mutations/mutations.ts). */
export class Process {
  readonly #stage: Stage;
  readonly #name: ProcessName;
  readonly #publish: (event: SimulatedEvent) => void;
  readonly #crashes;

  constructor(stage: Stage, name: ProcessName, publish: (event: SimulatedEvent) => void) {
    this.#stage = stage;
    this.#name = name;
    this.#publish = publish;
    this.#crashes = linesOf(stage.script, 'crash').filter(({ process }) => process === name);
  }

  /** False when the process died: whatever was to follow the commit does not happen here. */
  transact(work: (tx: Transaction) => void): boolean {
    const { clock, note, promises } = this.#stage;
    const { writes, facts } = new Changes(this.#stage, work);
    const [crash] = this.#crashes;
    const isDying = crash !== undefined && START + crash.at <= clock.now;
    if (isDying) {
      this.#crashes.shift();
      note(() => `the ${this.#name} service dies ${crash.when === 'before-commit' ? 'before' : 'after'} its commit`);
    }
    if (isDying && crash.when === 'before-commit') return false;
    for (const change of writes) change();
    for (const event of facts) {
      promises.told(event);
      clock.after(isDying ? TAKEN_OVER_MS : 1, () => this.#publish(event));
    }
    return !isDying;
  }
}
