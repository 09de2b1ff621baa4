import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Deadline, Outbound } from '@vedette/outbound';
import { CONFIG } from '@vedette/service-host';
import type { WebhookConfig } from '../config.ts';
import { readEndpointUrl } from './endpoint-url.ts';

/** Leaves the rest of the request's 5 seconds to the database. */
const DNS_LIMIT_MS = 2_000;

/** Refuses addresses that we would not send to. Every attempt checks again, because DNS answers can change. */
@Injectable()
export class EndpointAddress {
  constructor(
    private readonly outbound: Outbound,
    @Inject(CONFIG) private readonly config: WebhookConfig,
  ) {}

  async require(text: string): Promise<void> {
    const read = readEndpointUrl(text, this.config.allowPrivateTargets);
    if (!read.ok) throw refusal(read.fault);
    const deadline = Deadline.after(DNS_LIMIT_MS);
    try {
      const resolution = await this.outbound.resolve(read.url.hostname, deadline);
      if (resolution.ok) return;
      // Any other DNS failure may be repaired before the first event.
      if (resolution.reason === 'forbidden_address' || resolution.reason === 'invalid_host') {
        throw refusal(`url cannot be sent to: ${resolution.message}`);
      }
    } finally {
      deadline.clear();
    }
  }
}

function refusal(message: string): ApiError {
  return ApiError.validation([{ path: 'url', message }]);
}
