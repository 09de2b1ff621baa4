import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { CONFIG, Host, ServiceDatabase } from '@vedette/service-host';
import type { MonitorConfig } from './config.ts';
import { PrismaClient } from './generated/client.ts';
import { MonitorController } from './monitor.controller.ts';
import { MonitorEraser } from './monitor-eraser.ts';
import { MonitorRepository } from './monitor.repository.ts';
import { MonitorService } from './monitor.service.ts';

/** Where the manifest and the migrations are, seen from the source and from the build alike. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

@Module({
  controllers: [MonitorController],
  providers: [
    MonitorService,
    MonitorRepository,
    MonitorEraser,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: MonitorConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: async ({ adapter }: ServiceDatabase) => {
        const prisma = new PrismaClient({ adapter });
        // Loads the query compiler, which the first request would wait for; PostgreSQL itself may still be away.
        await prisma.$connect();
        return prisma;
      },
    },
  ],
})
export class AppModule {}
