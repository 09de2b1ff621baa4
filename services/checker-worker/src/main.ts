import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readWorkerConfig } from './config.ts';

await runService({ name: 'checker-worker', readConfig: readWorkerConfig, module: AppModule, gracePeriodMs: 20_000 });
