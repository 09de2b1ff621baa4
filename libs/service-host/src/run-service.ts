import { ConfigError } from '@vedette/configuration';
import { createLogger, endProcess } from '@vedette/telemetry';
import type { HostConfig } from './host.ts';
import { startService, type ServiceOptions } from './start-service.ts';

export interface MainOptions<C extends HostConfig> extends Omit<ServiceOptions<C>, 'config'> {
  readonly readConfig: () => C;
  /** Longest time between SIGTERM and the end of the process: unfinished work is then abandoned. */
  readonly gracePeriodMs: number;
}

/** A service's main: boots it, and stops it once on SIGTERM or SIGINT. */
export async function runService<C extends HostConfig>(options: MainOptions<C>): Promise<void> {
  try {
    const config = options.readConfig();
    const logger = createLogger(options.name, config.logLevel);
    process.on('uncaughtException', (error) => {
      logger.fatal({ error }, 'an exception nobody caught; the process ends');
      endProcess(logger, 1);
    });
    const service = await startService({ ...options, config, logger });
    const stop = (signal: NodeJS.Signals): void => {
      logger.info({ signal }, 'stopping');
      setTimeout(() => {
        logger.error('the grace period is over; what is left is given up');
        endProcess(logger, 1);
      }, options.gracePeriodMs).unref();
      service.stop().then(
        () => endProcess(logger, 0),
        (error: unknown) => {
          logger.error({ error }, 'stopping failed');
          endProcess(logger, 1);
        },
      );
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${options.name} cannot start. ${text}\n`);
    process.exit(1);
  }
}
