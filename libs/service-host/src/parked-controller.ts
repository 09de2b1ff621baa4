import { Controller, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { parkedRequests, type ParkedMessage, type ParkingService, type ReplayOutcome } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { ServiceDatabase } from './database/service-database.ts';

/**
 * Lists and replays, for the operator, the messages that a service has parked or set aside. Each service has one such
 * controller, on its own subjects.
 */
export function parkedController(service: ParkingService): Type<unknown> {
  const requests = parkedRequests[service];

  @Controller()
  class ParkedController {
    constructor(private readonly database: ServiceDatabase) {}

    @Answers(requests.list)
    async list(): Promise<{ messages: ParkedMessage[] }> {
      const { parked, setAside } = this.database;
      return { messages: [...(await parked.list()), ...(await setAside.list())] };
    }

    @Answers(requests.replay)
    async replay(@Payload() { messageId }: { messageId: string | null }): Promise<{ outcomes: ReplayOutcome[] }> {
      const { parked, setAside } = this.database;
      return { outcomes: [...(await parked.replay(messageId)), ...(await setAside.replay(messageId))] };
    }
  }

  return ParkedController;
}
