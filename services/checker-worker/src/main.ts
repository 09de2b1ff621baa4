import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readWorkerConfig } from './config.ts';

// Above what the longest check that somebody waits for may take; everything else is given back after a few seconds.
await runService({ name: 'checker-worker', readConfig: readWorkerConfig, module: AppModule, gracePeriodMs: 140_000 });
