import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readMonitorConfig } from './config.ts';

await runService({
  name: 'monitor',
  readConfig: readMonitorConfig,
  module: AppModule,
  gracePeriodMs: 140_000,
  // Pings of cron jobs are stored all the same.
  servesWithout: ['nats'],
});
