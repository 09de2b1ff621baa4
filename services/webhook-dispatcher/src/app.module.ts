import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { createOutbound, Outbound } from '@vedette/outbound';
import { CONFIG, Host, ServiceDatabase } from '@vedette/service-host';
import type { WebhookConfig } from './config.ts';
import { EndpointAddress } from './endpoint-address.ts';
import { EndpointController } from './endpoint.controller.ts';
import { EndpointRepository } from './endpoint.repository.ts';
import { EndpointService } from './endpoint.service.ts';
import { PrismaClient } from './generated/client.ts';
import { SecretBox } from './secret-box.ts';

/** Where the manifest and the migrations are, seen from the source and from the build alike. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

@Module({
  controllers: [EndpointController],
  providers: [
    EndpointService,
    EndpointRepository,
    EndpointAddress,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: WebhookConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: (database: ServiceDatabase) => new PrismaClient({ adapter: database.adapter }),
    },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: (config: WebhookConfig) => new SecretBox(config.secretKey, config.previousSecretKey),
    },
    {
      provide: Outbound,
      inject: [CONFIG],
      useFactory: ({ allowPrivateTargets, dnsServers }: WebhookConfig) =>
        createOutbound({ allowPrivate: allowPrivateTargets, dnsServers }),
    },
  ],
})
export class AppModule {}
