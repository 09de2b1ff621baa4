import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readMonitorConfig } from './config.ts';

void runService({
  name: 'monitor',
  readConfig: readMonitorConfig,
  module: AppModule,
  gracePeriodMs: 140_000,
  // Without NATS, pings of cron jobs are still stored.
  servesWithout: ['nats'],
});
