import type { FaultKind } from './fault-kind.ts';
import { backendTermination } from './kinds/backend-termination.ts';
import { clockJump } from './kinds/clock-jump.ts';
import { fullDiskOf } from './kinds/full-disk.ts';
import { kill } from './kinds/kill.ts';
import { natsLoss } from './kinds/nats-loss.ts';
import { networklessWorker } from './kinds/networkless-worker.ts';
import { resetTo } from './kinds/reset.ts';
import { stop } from './kinds/stop.ts';
import { killOf, restartOf } from './kinds/store-kill.ts';
import { wholeStackKill } from './kinds/whole-stack.ts';

/** Every kind of fault that a run draws from. */
export const FAULTS = {
  kill,
  stop,
  'reset-postgres': resetTo('postgres', 'PostgreSQL'),
  'reset-nats': resetTo('nats', 'NATS'),
  'reset-redis': resetTo('redis', 'Redis'),
  'kill-postgres': killOf('postgres', 'PostgreSQL'),
  'kill-nats': killOf('nats', 'NATS'),
  'kill-redis': killOf('redis', 'Redis'),
  'restart-postgres': restartOf('postgres', 'PostgreSQL'),
  'restart-nats': restartOf('nats', 'NATS'),
  'backend-termination': backendTermination,
  'loss-ahead': natsLoss('ahead', 'its consumers keep their positions'),
  'loss-rolled-back': natsLoss('rolled-back', 'its consumers too'),
  'loss-gone': natsLoss('gone', 'and all state of its consumers'),
  'full-disk-nats': fullDiskOf('nats', 'NATS'),
  'full-disk-postgres': fullDiskOf('postgres', 'PostgreSQL'),
  'clock-jump': clockJump,
  'whole-stack': wholeStackKill,
  'networkless-worker': networklessWorker,
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULTS;
