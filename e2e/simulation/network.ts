import type { Clock } from './clock.ts';
import { chance } from './random.ts';
import { CHANNELS, type Channel, type Script } from './script.ts';
import { ChannelFaults } from './truth.ts';

const TRAVEL_MS = 2;
/** How much of the past a power loss takes from NATS. */
const FORGOTTEN_MS = 5_000;

/** A delivered message: acknowledged, or delivered again after the ack wait. */
export interface Delivery<M> {
  readonly message: M;
  ack(): void;
  /** Postpones the redelivery by a whole ack wait. */
  keep(): void;
}

interface Stored<M> {
  readonly id: string;
  readonly message: M;
  readonly storedAt: number;
  ackedAt: number | null;
  /** Raised by every delivery and `keep`: an older timer means nothing. */
  turn: number;
  isForgotten: boolean;
}

export interface StreamOptions<M> {
  readonly clock: Clock;
  readonly script: Script;
  readonly channel: Channel;
  readonly ackWaitMs: number;
  readonly take: (delivery: Delivery<M>) => void;
}

/** A stream of JetStream with one consumer: it stores a message once by its id, and delivers it until it is acked. */
export class Stream<M> {
  readonly #options: StreamOptions<M>;
  readonly #faults: ChannelFaults;
  readonly #place: number;
  readonly #stored = new Map<string, Stored<M>>();
  #deliveries = 0;

  constructor(options: StreamOptions<M>) {
    this.#options = options;
    this.#faults = new ChannelFaults(options.script, options.channel);
    this.#place = CHANNELS.indexOf(options.channel);
  }

  publish(id: string, message: M): void {
    const { clock } = this.#options;
    if (this.#stored.has(id)) return;
    const stored = { id, message, storedAt: clock.now, ackedAt: null, turn: 0, isForgotten: false };
    this.#stored.set(id, stored);
    this.#send(stored, 0);
    // As if it had been published again after the time in which JetStream knows its id.
    if (this.#faults.isTwice(clock.now)) this.#send({ ...stored }, 500 + 20_000 * this.#chance());
  }

  /** Forgets what was stored and what was acknowledged in the last seconds. */
  losePower(): void {
    const { now } = this.#options.clock;
    for (const stored of this.#stored.values()) {
      if (now - stored.storedAt < FORGOTTEN_MS) {
        stored.isForgotten = true;
        this.#stored.delete(stored.id);
      } else if (stored.ackedAt !== null && now - stored.ackedAt < FORGOTTEN_MS) {
        stored.ackedAt = null;
        this.#send(stored, 1_000);
      }
    }
  }

  #send(stored: Stored<M>, afterMs: number): void {
    const { clock } = this.#options;
    const turn = (stored.turn += 1);
    const lateMs = this.#faults.lateByMs(clock.now);
    clock.after(afterMs + TRAVEL_MS + (lateMs === 0 ? 0 : Math.floor(lateMs * this.#chance())), () => {
      if (stored.turn === turn && stored.ackedAt === null && !stored.isForgotten) this.#deliver(stored);
    });
  }

  #deliver(stored: Stored<M>): void {
    const { clock, take } = this.#options;
    const { turn } = stored;
    take({
      message: stored.message,
      ack: () => {
        if (!this.#faults.isUnacknowledged(clock.now)) stored.ackedAt ??= clock.now;
      },
      keep: () => this.#awaitAck(stored),
    });
    if (stored.turn === turn) this.#awaitAck(stored);
  }

  #awaitAck(stored: Stored<M>): void {
    if (stored.ackedAt !== null) return;
    const { clock, ackWaitMs } = this.#options;
    const turn = (stored.turn += 1);
    clock.after(ackWaitMs, () => {
      if (stored.turn === turn && stored.ackedAt === null && !stored.isForgotten) this.#send(stored, 0);
    });
  }

  #chance(): number {
    this.#deliveries += 1;
    return chance(this.#options.script.seed, this.#place, this.#deliveries);
  }
}

/** Requests between services, and core NATS: a message arrives late, or not at all. */
export class Requests {
  readonly #faults: ChannelFaults;
  readonly #script: Script;
  readonly #place: number;
  readonly #clock: Clock;
  #count = 0;

  constructor(clock: Clock, script: Script, channel: 'requests' | 'confirmations') {
    this.#clock = clock;
    this.#script = script;
    this.#faults = new ChannelFaults(script, channel);
    this.#place = CHANNELS.indexOf(channel);
  }

  /** How long a message sent now travels; undefined when it is lost. */
  travelMs(): number | undefined {
    if (this.#faults.isLost(this.#clock.now)) return undefined;
    const lateMs = this.#faults.lateByMs(this.#clock.now);
    if (lateMs === 0) return TRAVEL_MS;
    this.#count += 1;
    return TRAVEL_MS + Math.floor(lateMs * chance(this.#script.seed, this.#place, this.#count));
  }
}
