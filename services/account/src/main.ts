import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readAccountConfig } from './config.ts';

void runService({ name: 'account', readConfig: readAccountConfig, module: AppModule, gracePeriodMs: 30_000 });
