import { START } from './clock.ts';
import { endOf, isFault, linesOf, type Channel, type LineOf, type Script, type TargetState } from './script.ts';

interface Change {
  readonly from: number;
  readonly state: TargetState;
}

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What was really so at any instant. It depends on the script alone; no rule takes part. Times are instants. */
export class Truth {
  readonly script: Script;
  readonly #targets: readonly (readonly Change[])[];
  readonly #offline: readonly LineOf<'offline'>[];
  readonly #disconnects: readonly LineOf<'disconnect'>[];
  readonly #connections: readonly (readonly Period[])[];
  readonly #crashes: readonly LineOf<'worker-crash'>[];
  readonly #skews: readonly LineOf<'skew'>[];
  readonly #receivers: readonly LineOf<'receiver'>[];
  readonly #contacts: readonly LineOf<'contact'>[];
  /** The recorded outages of our listener of pings, in order and without overlaps; short ones are not recorded. */
  readonly deafness: readonly Period[];
  readonly #deafLines: readonly LineOf<'deaf'>[];
  readonly #confirmationFaults: readonly Period[];

  constructor(script: Script) {
    this.script = script;
    this.#targets = script.monitors.map((_, monitor) =>
      linesOf(script, 'target')
        .filter((line) => line.monitor === monitor)
        .map(({ at, becomes }) => ({ from: START + at, state: becomes })),
    );
    this.#offline = linesOf(script, 'offline');
    this.#disconnects = linesOf(script, 'disconnect');
    this.#crashes = linesOf(script, 'worker-crash');
    this.#connections = Array.from({ length: script.workers }, (_, worker) => this.#connectionsOf(worker));
    this.#skews = linesOf(script, 'skew');
    this.#receivers = linesOf(script, 'receiver');
    this.#contacts = linesOf(script, 'contact');
    this.#deafLines = linesOf(script, 'deaf');
    this.deafness = merged(this.#deafLines);
    this.#confirmationFaults = [...linesOf(script, 'lost'), ...linesOf(script, 'late')]
      .filter(({ channel }) => channel === 'confirmations')
      .map(periodOf);
  }

  targetAt(monitor: number, time: number): TargetState {
    return this.#targets[monitor]?.findLast(({ from }) => from <= time)?.state ?? 'up';
  }

  /** Since when the target has had its present state. */
  targetSince(monitor: number, time: number): number {
    return this.#targets[monitor]?.findLast(({ from }) => from <= time)?.from ?? START;
  }

  isFailing(monitor: number, time: number): boolean {
    const state = this.targetAt(monitor, time);
    return state === 'refusing' || state === 'silent';
  }

  isOffline(worker: number, time: number): boolean {
    for (const line of this.#offline) if (line.worker === worker && covers(line, time)) return true;
    return false;
  }

  /** All connections of the worker to NATS, in order. */
  connections(worker: number): readonly Period[] {
    return this.#connections[worker] ?? [];
  }

  /** The worker's connection to NATS; undefined while it has none. */
  connectionAt(worker: number, time: number): Period | undefined {
    for (const period of this.connections(worker)) if (period.from <= time && time < period.to) return period;
    return undefined;
  }

  isDead(worker: number, time: number): boolean {
    for (const line of this.#crashes) if (line.worker === worker && covers(line, time)) return true;
    return false;
  }

  skewOf(worker: number, time: number): number {
    return this.#skews.findLast((line) => line.worker === worker && START + line.at <= time)?.byMs ?? 0;
  }

  /** The status that the receiver answers with. */
  answerOf(receiver: number, time: number): number {
    return this.#receivers.findLast((line) => line.receiver === receiver && covers(line, time))?.answers ?? 200;
  }

  contactAt(contact: number, time: number): 'takes' | 'busy' | 'refuses' {
    return this.#contacts.findLast((line) => line.contact === contact && covers(line, time))?.answers ?? 'takes';
  }

  isDeaf(time: number): boolean {
    return this.#deafLines.some((line) => covers(line, time));
  }

  deafUntil(time: number): number {
    return Math.max(time, ...this.#deafLines.filter((line) => covers(line, time)).map((line) => START + endOf(line)));
  }

  /** The time between two instants, without the recorded outages of our listener. */
  heardMs(from: number, to: number): number {
    const deafMs = this.deafness.reduce(
      (sum, period) => sum + Math.max(0, Math.min(to, period.to) - Math.max(from, period.from)),
      0,
    );
    return to - from - deafMs;
  }

  /** True if the worker's network came back in this period. */
  isBackBetween(worker: number, from: number, to: number): boolean {
    return this.#offline.some((line) => {
      const end = START + endOf(line);
      return line.worker === worker && from <= end && end <= to;
    });
  }

  /** True if the worker was alive, reached its targets and could be asked, all of this period. */
  isWell(worker: number, from: number, to: number): boolean {
    const faults = [...this.#offline, ...this.#disconnects, ...this.#crashes]
      .filter((line) => line.worker === worker)
      .map(periodOf);
    return [...faults, ...this.#confirmationFaults].every((period) => period.to < from || period.from > to);
  }

  #connectionsOf(worker: number): Period[] {
    const cutOff = this.#offline.filter(({ isCutOff }) => isCutOff);
    const gaps = [...cutOff, ...this.#disconnects, ...this.#crashes]
      .filter((line) => line.worker === worker)
      .map(periodOf)
      .toSorted((one, other) => one.from - other.from);
    const connections: Period[] = [];
    let from = START - CONNECTED_BEFORE_MS;
    for (const gap of gaps) {
      if (gap.from > from) connections.push({ from, to: gap.from });
      from = Math.max(from, gap.to);
    }
    return [...connections, { from, to: Infinity }];
  }

  /** True if no fault and no user touched anything in this period. */
  isCalm(from: number, to: number): boolean {
    return this.script.lines
      .filter((line) => isFault(line) || line.kind === 'user')
      .map(periodOf)
      .every((period) => period.to < from || period.from > to);
  }
}

/** The workers were there long before the history began. */
const CONNECTED_BEFORE_MS = 60_000;

/** A shorter silence of the listener is not recorded (services/monitor/src/pings/ping-store.repository.ts). */
const SHORTEST_DEAFNESS_MS = 2_000;

function merged(lines: readonly LineOf<'deaf'>[]): Period[] {
  const periods: { from: number; to: number }[] = [];
  for (const line of lines) {
    const { from, to } = periodOf(line);
    const last = periods.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else periods.push({ from, to });
  }
  return periods.filter(({ from, to }) => to - from > SHORTEST_DEAFNESS_MS);
}

function covers(line: LineOf<'offline' | 'worker-crash' | 'receiver' | 'contact' | 'deaf'>, time: number): boolean {
  return START + line.at <= time && time < START + endOf(line);
}

function periodOf(line: Script['lines'][number]): Period {
  return { from: START + line.at, to: START + endOf(line) };
}

/** The faults of the ways that messages take. */
export class ChannelFaults {
  readonly #lines: readonly ChannelFault[];

  constructor(script: Script, channel: Channel) {
    this.#lines = script.lines.filter((line): line is ChannelFault => 'channel' in line && line.channel === channel);
  }

  lateByMs(time: number): number {
    let mostMs = 0;
    for (const line of this.#lines) {
      if (line.kind === 'late' && line.byMs > mostMs && isOn(line, time)) mostMs = line.byMs;
    }
    return mostMs;
  }

  isTwice(time: number): boolean {
    return this.#has('twice', time);
  }

  isUnacknowledged(time: number): boolean {
    return this.#has('unacknowledged', time);
  }

  isLost(time: number): boolean {
    return this.#has('lost', time);
  }

  #has(kind: ChannelFault['kind'], time: number): boolean {
    for (const line of this.#lines) if (line.kind === kind && isOn(line, time)) return true;
    return false;
  }
}

type ChannelFault = LineOf<'late' | 'twice' | 'unacknowledged' | 'lost'>;

function isOn(line: ChannelFault, time: number): boolean {
  return START + line.at <= time && time < START + line.at + line.lastsMs;
}
