import { ConfigError } from '@vedette/configuration';
import { createLogger, endProcess } from '@vedette/telemetry';
import type { HostConfig } from './host.ts';
import { startService, type ServiceOptions } from './start-service.ts';
import { stopOnSignal, type StopOptions } from './stop-signals.ts';

export interface MainOptions<C extends HostConfig>
  extends Omit<ServiceOptions<C>, 'config'>, Pick<StopOptions, 'gracePeriodMs'> {
  readonly readConfig: () => C;
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
    stopOnSignal({ logger, gracePeriodMs: options.gracePeriodMs, stop: () => service.stop() });
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${options.name} cannot start. ${text}\n`);
    process.exit(1);
  }
}
