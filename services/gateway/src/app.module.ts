import { Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { contract } from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import type { GatewayConfig } from './config.ts';
import { createGateway, type Gateway } from './gateway.ts';

@Module({})
export class AppModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #gateway: Gateway;

  constructor(@Inject(CONFIG) config: GatewayConfig, host: Host) {
    this.#gateway = createGateway(config, host, contract);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.#gateway.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#gateway.stop();
  }
}
