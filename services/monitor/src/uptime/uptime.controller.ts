import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal, type MonitorUptime, type UptimeQuery } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { UptimeService } from './uptime.service.ts';

@Controller()
export class UptimeController {
  constructor(private readonly service: UptimeService) {}

  @Answers(internal.uptime)
  uptime(@Payload() query: UptimeQuery): Promise<{ monitors: MonitorUptime[] }> {
    return this.service.uptime(query);
  }
}
