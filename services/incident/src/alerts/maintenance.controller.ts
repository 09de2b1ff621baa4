import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal, type MaintenanceNotice } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { MaintenanceService } from './maintenance.service.ts';

@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Answers(internal.applyMaintenance)
  applyMaintenance(@Payload() notice: MaintenanceNotice): Promise<void> {
    return this.maintenance.apply(notice);
  }
}
