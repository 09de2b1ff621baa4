import { Injectable } from '@nestjs/common';
import type { ExpiryQuery, KnownExpiry } from '@vedette/contract';
import { ExpiryRepository } from './expiry.repository.ts';

/** Says what is going to expire to the incident service, which tells contacts of it. */
@Injectable()
export class ExpiryService {
  constructor(private readonly expiries: ExpiryRepository) {}

  list(query: ExpiryQuery): Promise<KnownExpiry[]> {
    return this.expiries.list(query, new Date());
  }
}
