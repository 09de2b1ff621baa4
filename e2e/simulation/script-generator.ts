import { between, oneOf, seeded, type Random } from './random.ts';
import {
  PROCESSES,
  STORED_CHANNELS,
  CHANNELS,
  type Happening,
  type Line,
  type LineOf,
  type Script,
  type ScriptMonitor,
} from './script.ts';

const SPAN_MS = 90_000;
const MOST_LINES = 9;
/** Facts about outages that overtake each other are the hardest to put in order. */
const LATE_CHANNELS = [...CHANNELS, 'events for incidents', 'events for incidents'] as const;

/** Every seed is a history: a few monitors, some minutes, and a handful of events and faults. */
export function scriptOf(seed: number): Script {
  const random = seeded(seed);
  const monitors = Array.from({ length: oneOf(random, [1, 1, 2, 3]) }, (_, i) => monitorOf(random, seed, i));
  const world = {
    seed,
    monitors,
    workers: oneOf(random, [1, 2, 2, 2, 3]),
    hasCanaries: random() < 0.3,
    receivers: between(random, 0, 2),
    contacts: between(random, 0, 2),
  };
  const lines: Line[] = [];
  const count = between(random, 1, MOST_LINES);
  for (let i = 0; i < count; i += 1) {
    const happening = happeningOf(random, world);
    if (happening !== undefined) lines.push(...withCompany(random, { at: momentNear(random, lines), ...happening }));
  }
  lines.push(...pingsOf(random, monitors));
  // They have chances of their own, so that the other lines of a seed stay the same.
  lines.push(...lostPeersOf(seeded(~seed), world, lines));
  return { ...world, lines: lines.toSorted((one, other) => one.at - other.at) };
}

/** Faults that come alone are survived most easily, so half of all lines happen close to another one. */
function momentNear(random: Random, lines: readonly Line[]): number {
  // All monitors are first checked at the start.
  if (random() < 0.1) return between(random, 0, 400);
  if (lines.length === 0 || random() < 0.5) return between(random, 1, SPAN_MS);
  const apartMs = random() < 0.5 ? 500 : 8_000;
  return Math.min(SPAN_MS, Math.max(0, oneOf(random, lines).at + between(random, -apartMs, apartMs)));
}

/** Most outages end, and some come again: what is late then meets what is new. */
function withCompany(random: Random, line: Line): Line[] {
  if (line.kind === 'window') return withOutage(random, line);
  if (line.kind !== 'target' || line.becomes === 'up' || random() < 0.2) return [line];
  const { monitor, at, becomes } = line;
  const isChecked = random() < 0.3;
  const checks: Line[] = [];
  const lines: Line[] = [line];
  const longestMs = isChecked ? 10_000 : 45_000;
  let time = at;
  for (const next of ['up', becomes, 'up'] as const) {
    if (isChecked) checks.push({ at: time + between(random, 1, 3_000), kind: 'user', monitor, does: 'check' });
    if (next === becomes && random() < 0.6) break;
    time += between(random, 4_000, longestMs);
    lines.push({ at: time, kind: 'target', monitor, becomes: next });
  }
  return [...lines, ...checks];
}

/** An outage inside a maintenance window. */
function withOutage(random: Random, line: LineOf<'window'>): Line[] {
  const { monitor } = line;
  const at = line.at + line.startsInMs + between(random, 0, 5_000);
  const outage: Line[] = [
    { at, kind: 'target', monitor, becomes: 'refusing' },
    { at: at + between(random, 1, 1_000), kind: 'user', monitor, does: 'check' },
    { at: at + between(random, 5_000, 50_000), kind: 'target', monitor, becomes: 'up' },
  ];
  return random() < 0.5 ? [line, ...outage] : [line];
}

function monitorOf(random: Random, seed: number, number: number): ScriptMonitor {
  const isCron = random() < 0.2;
  return {
    id: `mon_${seed}_${number}`,
    type: isCron ? 'CRON' : 'HTTP',
    intervalSeconds: 30,
    graceSeconds: isCron ? oneOf(random, [0, 10]) : 0,
  };
}

/** A cron job reports once a period, sometimes a little late or early. */
function pingsOf(random: Random, monitors: readonly ScriptMonitor[]): Line[] {
  return monitors.flatMap(({ type, intervalSeconds }, monitor): Line[] => {
    if (type !== 'CRON') return [];
    const lines: Line[] = [];
    const isSilentFrom = random() < 0.5 ? Infinity : between(random, 1, SPAN_MS);
    for (let time = between(random, 1, 20_000); time < SPAN_MS; time += intervalSeconds * 1_000) {
      if (time > isSilentFrom) break;
      lines.push({ at: time + between(random, 0, 3_000), kind: 'ping', monitor, says: 'SUCCESS' });
    }
    return lines;
  });
}

/**
 * A worker that starts, or connects to NATS again, does not know the others. Half of the workers without network get
 * into that situation, shortly before or while they have none.
 */
function lostPeersOf(random: Random, { workers }: World, lines: readonly Line[]): Line[] {
  const lost = (worker: number, at: number): Line =>
    random() < 0.5
      ? { at, kind: 'worker-crash', worker, downMs: between(random, 1, 40) * 100 }
      : { at, kind: 'disconnect', worker, lastsMs: between(random, 1, 80) * 100 };
  const inOffline = lines.flatMap((line): Line[] => {
    if (line.kind !== 'offline' || random() < 0.5) return [];
    return [lost(line.worker, Math.max(0, line.at + between(random, -5_000, line.lastsMs)))];
  });
  const alone = random() < 0.1 ? [lost(between(random, 0, workers - 1), between(random, 0, SPAN_MS))] : [];
  return [...inOffline, ...alone];
}

type World = Omit<Script, 'lines'>;

function happeningOf(random: Random, world: World): Happening | undefined {
  const monitor = Math.floor(random() * world.monitors.length);
  const isCron = world.monitors[monitor]?.type === 'CRON';
  const roll = random();
  if (roll < 0.3) {
    return isCron
      ? { kind: 'ping', monitor, says: oneOf(random, ['FAILURE', 'START', 'SUCCESS']) }
      : { kind: 'target', monitor, becomes: oneOf(random, ['refusing', 'refusing', 'silent', 'slow', 'up']) };
  }
  if (roll < 0.42) return userAction(random, monitor);
  if (roll < 0.5) return windowOf(random, monitor);
  if (roll < 0.6) return unwillingOf(random, world);
  if (roll < 0.75) return workerFault(random, world);
  if (roll < 0.85) {
    return { kind: 'crash', process: oneOf(random, PROCESSES), when: oneOf(random, ['before-commit', 'after-commit']) };
  }
  return messageFault(random);
}

function userAction(random: Random, monitor: number): Happening {
  const does = oneOf(random, [
    'pause',
    'pause',
    'resume',
    'resume',
    'retarget',
    'check',
    'check',
    'acknowledge',
    'delete',
  ] as const);
  return { kind: 'user', monitor, does };
}

function windowOf(random: Random, monitor: number): Happening {
  const startsInMs = between(random, 2, 15) * 1_000;
  const lastsMs = between(random, 5, 45) * 1_000;
  const cancelledInMs = random() < 0.4 ? Math.max(1_000, startsInMs + between(random, -5, 20) * 1_000) : null;
  return { kind: 'window', monitor, startsInMs, lastsMs, cancelledInMs };
}

function unwillingOf(random: Random, { receivers, contacts }: World): Happening | undefined {
  const lastsMs = oneOf(random, [10_000, 60_000, 300_000, 100_000_000]);
  if (random() < 0.5 && contacts > 0) {
    return {
      kind: 'contact',
      contact: between(random, 0, contacts - 1),
      answers: oneOf(random, ['busy', 'refuses']),
      lastsMs,
    };
  }
  if (receivers === 0) return undefined;
  const answers = oneOf(random, [500, 503, 429, 302, 410]);
  return { kind: 'receiver', receiver: between(random, 0, receivers - 1), answers, lastsMs };
}

function workerFault(random: Random, { workers }: World): Happening {
  const worker = between(random, 0, workers - 1);
  const roll = random();
  if (roll < 0.6) {
    return { kind: 'offline', worker, isCutOff: random() < 0.4, lastsMs: between(random, 1, 45) * 1_000 };
  }
  if (roll < 0.85) return { kind: 'worker-crash', worker, downMs: between(random, 1, 30) * 1_000 };
  return { kind: 'skew', worker, byMs: between(random, -40, 40) * 1_000 };
}

function messageFault(random: Random): Happening {
  const lastsMs = between(random, 1, 45) * 1_000;
  const roll = random();
  if (roll < 0.35) {
    return { kind: 'late', channel: oneOf(random, LATE_CHANNELS), byMs: between(random, 1, 90) * 1_000, lastsMs };
  }
  if (roll < 0.55) return { kind: 'twice', channel: oneOf(random, STORED_CHANNELS), lastsMs };
  if (roll < 0.7) return { kind: 'unacknowledged', channel: oneOf(random, STORED_CHANNELS), lastsMs };
  if (roll < 0.8) return { kind: 'lost', channel: oneOf(random, ['requests', 'confirmations']), lastsMs };
  return roll < 0.9 ? { kind: 'power-loss' } : { kind: 'deaf', lastsMs };
}
