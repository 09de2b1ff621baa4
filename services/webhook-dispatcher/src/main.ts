import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readWebhookConfig } from './config.ts';

void runService({
  name: 'webhook-dispatcher',
  readConfig: readWebhookConfig,
  module: AppModule,
  gracePeriodMs: 45_000,
});
