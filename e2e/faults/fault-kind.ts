import type { Seeded } from './seeded.ts';
import type { System } from './system.ts';

/** What a fault takes away. Two faults at once take different things. */
export type Touched = 'postgres' | 'nats' | 'redis' | 'services' | 'workers' | 'clock' | 'everything';

export interface FaultKind {
  readonly title: string;
  readonly touches: Touched;
  /** How often it is drawn in comparison with the others. */
  readonly weight: number;
  /** Why this machine cannot have this fault; undefined if it can. */
  readonly missing?: (system: System) => string | undefined;
  /** Breaks something, and returns when nothing is broken any more. */
  inject(system: System, random: Seeded): Promise<Injected>;
}

export interface Injected {
  /** What exactly was broken. */
  readonly what: string;
  /** When the fault was over; healing is measured from then on. */
  readonly endedAt: number;
  /** Killed processes that are being started again; healing does not wait for them. */
  readonly restored?: Promise<unknown>;
  readonly clockErrorMs?: number;
}
