import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readWorkerConfig } from './config.ts';

// Longer than the longest check by hand; all other work is given back after a few seconds.
void runService({ name: 'checker-worker', readConfig: readWorkerConfig, module: AppModule, gracePeriodMs: 140_000 });
