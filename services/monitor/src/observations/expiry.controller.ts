import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal, type ExpiryQuery, type KnownExpiry } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { ExpiryService } from './expiry.service.ts';

@Controller()
export class ExpiryController {
  constructor(private readonly expiries: ExpiryService) {}

  @Answers(internal.listExpiries)
  async list(@Payload() query: ExpiryQuery): Promise<{ expiries: KnownExpiry[] }> {
    return { expiries: await this.expiries.list(query) };
  }
}
