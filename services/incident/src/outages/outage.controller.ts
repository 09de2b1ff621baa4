import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal, type OutageFact, type PausedMonitor } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { OutageService } from './outage.service.ts';

@Controller()
export class OutageController {
  constructor(private readonly outages: OutageService) {}

  @Answers(internal.applyOutage)
  applyOutage(@Payload() told: { organizationId: string; outage: OutageFact }): Promise<void> {
    return this.outages.apply(told.organizationId, told.outage);
  }

  @Answers(internal.pauseMonitorAlerts)
  pauseMonitors(@Payload() told: { organizationId: string; monitors: PausedMonitor[] }): Promise<void> {
    return this.outages.pause(told.organizationId, told.monitors);
  }

  @Answers(internal.forgetMonitorIncidents)
  forgetMonitor(@Payload() told: { organizationId: string; monitorId: string }): Promise<void> {
    return this.outages.forget(told.organizationId, told.monitorId);
  }
}
