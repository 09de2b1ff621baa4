import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { CONFIG, Host, openPool } from '@vedette/service-host';
import type { AccountConfig } from './config.ts';
import { CredentialController } from './credential.controller.ts';
import { CredentialService } from './credential.service.ts';
import { KeyRepository } from './keys/key.repository.ts';

/** The directory of the manifest and the migrations; the path is the same from the source and from the build. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

@Module({
  controllers: [CredentialController],
  providers: [
    CredentialService,
    {
      provide: KeyRepository,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: AccountConfig) => new KeyRepository(openPool(host, config, SERVICE_DIRECTORY)),
    },
  ],
})
export class AppModule {}
