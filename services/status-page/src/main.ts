import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readStatusPageConfig } from './config.ts';

void runService({ name: 'status-page', readConfig: readStatusPageConfig, module: AppModule, gracePeriodMs: 30_000 });
