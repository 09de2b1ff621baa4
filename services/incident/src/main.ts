import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readIncidentConfig } from './config.ts';

void runService({ name: 'incident', readConfig: readIncidentConfig, module: AppModule, gracePeriodMs: 30_000 });
