import { Controller, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { erasureRequests, type ErasingService } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { eraseInBatches, OrganizationData } from './database/organization-data.ts';

/** Far below the deadline of the request. The account service asks again until nothing is left. */
const WORK_MS = 1_500;

/** Erases what a service keeps for an organization that is deleted. Each service has one such controller. */
export function erasureController(service: ErasingService): Type<unknown> {
  @Controller()
  class ErasureController {
    constructor(private readonly data: OrganizationData) {}

    @Answers(erasureRequests[service])
    async erase(@Payload() { organizationId }: { organizationId: string }): Promise<{ isDone: boolean }> {
      return { isDone: await eraseInBatches(this.data.steps, organizationId, Date.now() + WORK_MS) };
    }
  }

  return ErasureController;
}
