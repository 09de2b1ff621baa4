import { runService } from '@vedette/service-host';
import { AppModule } from './app.module.ts';
import { readGatewayConfig } from './config.ts';

void runService({ name: 'gateway', readConfig: readGatewayConfig, module: AppModule, gracePeriodMs: 140_000 });
