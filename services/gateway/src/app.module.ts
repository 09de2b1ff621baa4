import { Inject, Module } from '@nestjs/common';
import { contract } from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import type { GatewayConfig } from './config.ts';
import { createGateway } from './gateway.ts';

@Module({})
export class AppModule {
  constructor(@Inject(CONFIG) config: GatewayConfig, host: Host) {
    createGateway(config, host, contract);
  }
}
