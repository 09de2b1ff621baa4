/** The script of a history: the world, and what happens to it. Everything else follows from the script alone. */
export interface Script {
  /** Of every chance in the history: which worker takes a job, how late a message is. */
  readonly seed: number;
  readonly monitors: readonly ScriptMonitor[];
  readonly workers: number;
  /** With canaries, a worker can tell a failure of its own network from an outage of its target. */
  readonly hasCanaries: boolean;
  readonly receivers: number;
  readonly contacts: number;
  readonly lines: readonly Line[];
}

export interface ScriptMonitor {
  readonly id: string;
  readonly type: 'HTTP' | 'CRON';
  /** Of a cron job: its period. */
  readonly intervalSeconds: number;
  /** Of a cron job. */
  readonly graceSeconds: number;
}

/** `refusing` fails at once, `silent` fails at the timeout, `slow` answers above the threshold of DEGRADED. */
export type TargetState = 'up' | 'slow' | 'refusing' | 'silent';

/** The ways that messages take. Requests and confirmations are not stored on their way, and can be lost. */
export const CHANNELS = [
  'jobs',
  'results',
  'events for incidents',
  'events for webhooks',
  'requests',
  'confirmations',
] as const;
export type Channel = (typeof CHANNELS)[number];

export const STORED_CHANNELS = ['jobs', 'results', 'events for incidents', 'events for webhooks'] as const;
export type StoredChannel = (typeof STORED_CHANNELS)[number];

export const PROCESSES = ['monitor', 'incident', 'status-page', 'webhook-dispatcher'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export type UserAction = 'pause' | 'resume' | 'retarget' | 'delete' | 'check' | 'acknowledge';

/** Numbers of monitors, workers, receivers and contacts count from 0. */
export type Happening =
  | { readonly kind: 'target'; readonly monitor: number; readonly becomes: TargetState }
  | { readonly kind: 'ping'; readonly monitor: number; readonly says: 'SUCCESS' | 'FAILURE' | 'START' }
  | { readonly kind: 'user'; readonly monitor: number; readonly does: UserAction }
  | {
      readonly kind: 'window';
      readonly monitor: number;
      readonly startsInMs: number;
      readonly lastsMs: number;
      readonly cancelledInMs: number | null;
    }
  | { readonly kind: 'receiver'; readonly receiver: number; readonly answers: number; readonly lastsMs: number }
  | {
      readonly kind: 'contact';
      readonly contact: number;
      readonly answers: 'busy' | 'refuses';
      readonly lastsMs: number;
    }
  /** The worker reaches no target; if `isCutOff`, it does not reach NATS either. */
  | { readonly kind: 'offline'; readonly worker: number; readonly isCutOff: boolean; readonly lastsMs: number }
  /** The worker loses its connection to NATS and reaches its targets. */
  | { readonly kind: 'disconnect'; readonly worker: number; readonly lastsMs: number }
  | { readonly kind: 'worker-crash'; readonly worker: number; readonly downMs: number }
  | { readonly kind: 'skew'; readonly worker: number; readonly byMs: number }
  /** The process dies in its next transaction. */
  | { readonly kind: 'crash'; readonly process: ProcessName; readonly when: 'before-commit' | 'after-commit' }
  /** Messages arrive up to `byMs` late, each by another time: they overtake each other. */
  | { readonly kind: 'late'; readonly channel: Channel; readonly byMs: number; readonly lastsMs: number }
  | { readonly kind: 'twice'; readonly channel: StoredChannel; readonly lastsMs: number }
  /** Acknowledgements are lost, so messages come again. */
  | { readonly kind: 'unacknowledged'; readonly channel: StoredChannel; readonly lastsMs: number }
  | { readonly kind: 'lost'; readonly channel: 'requests' | 'confirmations'; readonly lastsMs: number }
  /** NATS forgets what it stored in the last seconds, and which messages were acknowledged in them. */
  | { readonly kind: 'power-loss' }
  /** Our listener of pings is down. */
  | { readonly kind: 'deaf'; readonly lastsMs: number };

/** `at` counts from the start of the history, in milliseconds. */
export type Line = { readonly at: number } & Happening;

export type LineOf<K extends Happening['kind']> = Extract<Line, { kind: K }>;

export function linesOf<K extends Happening['kind']>(script: Script, kind: K): LineOf<K>[] {
  return script.lines.filter((line): line is LineOf<K> => line.kind === kind);
}

const FAULTS: ReadonlySet<Happening['kind']> = new Set<Happening['kind']>([
  'offline',
  'disconnect',
  'worker-crash',
  'skew',
  'crash',
  'late',
  'twice',
  'unacknowledged',
  'lost',
  'power-loss',
  'deaf',
]);

export function isFault({ kind }: Line): boolean {
  return FAULTS.has(kind);
}

/** When a line is over, counted from the start of the history. */
export function endOf(line: Line): number {
  switch (line.kind) {
    case 'window':
      return line.at + line.startsInMs + line.lastsMs;
    case 'worker-crash':
      return line.at + line.downMs;
    case 'late':
      return line.at + line.lastsMs + line.byMs;
    case 'receiver':
    case 'contact':
    case 'offline':
    case 'disconnect':
    case 'twice':
    case 'unacknowledged':
    case 'lost':
    case 'deaf':
      return line.at + line.lastsMs;
    case 'target':
    case 'ping':
    case 'user':
    case 'skew':
    case 'crash':
    case 'power-loss':
      return line.at;
  }
}
