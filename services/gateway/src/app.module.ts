import { fileURLToPath } from 'node:url';
import { Inject, Module } from '@nestjs/common';
import { contract } from '@vedette/contract';
import { CONFIG, erasureController, Host, openPool, OrganizationData } from '@vedette/service-host';
import type { GatewayConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { IdempotencyRepository } from './idempotency/idempotency.repository.ts';

const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

@Module({
  controllers: [erasureController('gateway')],
  providers: [
    {
      provide: IdempotencyRepository,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: GatewayConfig) =>
        new IdempotencyRepository(openPool(host, config, SERVICE_DIRECTORY)),
    },
    {
      provide: OrganizationData,
      inject: [IdempotencyRepository],
      // The counts in Redis end by themselves within minutes.
      useFactory: (keys: IdempotencyRepository): OrganizationData => ({ steps: [keys.erase.bind(keys)] }),
    },
  ],
})
export class AppModule {
  constructor(@Inject(CONFIG) config: GatewayConfig, host: Host, keys: IdempotencyRepository) {
    createGateway(config, host, keys, contract);
  }
}
