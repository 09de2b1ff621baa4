import {
  isServiceReady,
  launch,
  LocalError,
  LOOPBACK,
  poll,
  reservePort,
  serviceEnvironment,
  SERVICES,
  type Launched,
  type ServiceName,
  type Stack,
} from '@vedette/local-stores';
import { join } from 'node:path';
import { callerEnvironment } from '../program/caller-config.ts';
import { keepRunning, type Kept, type Running } from './keep-running.ts';
import { inRoot, STATE } from '../program/paths.ts';
import { ServiceLog } from './service-log.ts';
import { warn } from '../program/terminal.ts';

const READY_TIMEOUT_MS = 60_000;

/** Requests in flight get this long to finish when everything stops. */
const STOP_GRACE_MS = 15_000;

/** Starts the services side by side. Each is handed over as soon as it runs, since another may yet fail. */
export async function startServices(stack: Stack, own: (kept: Kept) => void): Promise<void> {
  let isStarting = true;
  const starts = SERVICES.map(async (name) => {
    const log = new ServiceLog(name, join(STATE, 'logs', `${name}.log`), () => isStarting);
    const internalPort = await reservePort();
    const start = (): Promise<Running> => startService(name, stack, internalPort, log);
    own(await keepRunning({ title: name, start, firstAttempts: 3, say: warn }));
  });
  try {
    await Promise.all(starts);
  } finally {
    isStarting = false;
  }
}

async function startService(name: ServiceName, stack: Stack, internalPort: number, log: ServiceLog): Promise<Running> {
  const launched = await launch({
    command: process.execPath,
    args: [inRoot('services', name, 'bundle', 'main.js')],
    cwd: inRoot(),
    env: {
      ...serviceEnvironment(stack, name, internalPort),
      ...callerEnvironment(),
      INTERNAL_HOST: LOOPBACK,
      INTERNAL_PORT: String(internalPort),
    },
    stopSignal: 'SIGTERM',
    output: 'pipe',
  });
  log.follow(launched);
  await becomeReady(name, launched, internalPort, log);
  return {
    exited: launched.exited,
    stop: async () => {
      const { signal } = await launched.stop(STOP_GRACE_MS);
      if (signal === 'SIGKILL') warn(`${name} had not stopped after ${STOP_GRACE_MS / 1_000} s and was killed`);
    },
    kill: () => launched.stop(0),
  };
}

async function becomeReady(name: string, launched: Launched, internalPort: number, log: ServiceLog): Promise<void> {
  const isReady = await poll(
    async () => (launched.hasExited() ? false : (await isServiceReady(internalPort)) || undefined),
    { timeoutMs: READY_TIMEOUT_MS },
  );
  if (isReady === true) return;
  const why = launched.hasExited() ? 'stopped while starting' : `was not ready within ${READY_TIMEOUT_MS / 1_000} s`;
  await launched.stop(0);
  const words = log.lastWords === '' ? '' : ` (${log.lastWords})`;
  throw new LocalError(`${name} ${why}${words}; its log is ${log.path}.`);
}
