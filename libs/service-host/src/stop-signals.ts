import { endProcess, type Logger } from '@vedette/telemetry';

export interface StopOptions {
  readonly logger: Logger;
  /** Longest time between the signal and the end of the process: unfinished work is then abandoned. */
  readonly gracePeriodMs: number;
  readonly stop: () => Promise<void>;
}

/**
 * Stops the process once, on SIGTERM or SIGINT. Further signals are ignored, because the end of a launcher can cause
 * several; only the grace period cuts the stop short.
 */
export function stopOnSignal({ logger, gracePeriodMs, stop }: StopOptions): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('the grace period is over; what is left is given up');
      endProcess(logger, 1);
    }, gracePeriodMs).unref();
    stop().then(
      () => endProcess(logger, 0),
      (error: unknown) => {
        logger.error({ error }, 'stopping failed');
        endProcess(logger, 1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
