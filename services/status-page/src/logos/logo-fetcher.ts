import { Injectable } from '@nestjs/common';
import { Deadline, Outbound } from '@vedette/outbound';
import { Host } from '@vedette/service-host';
import { ParserThread } from '../parsing/parser-thread.ts';

const PATIENCE_MS = 10_000;
const HEADERS = { accept: 'image/*', 'user-agent': 'Vedette status page' };
const LARGEST_BYTES = 128 * 1_024;

export interface Logo {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Gets a logo from the host that a customer named. */
@Injectable()
export class LogoFetcher {
  constructor(
    private readonly host: Host,
    private readonly outbound: Outbound,
    private readonly parser: ParserThread,
  ) {
    host.lifecycle.add('clients', { stop: () => outbound.close() });
  }

  /** The logo, or why there is none. */
  async fetch(organizationId: string, url: string): Promise<Logo | string> {
    const deadline = Deadline.after(PATIENCE_MS, this.host.stopping);
    const request = { url: new URL(url), headers: HEADERS, maxResponseBytes: LARGEST_BYTES, followRedirects: true };
    const reply = await this.outbound.request(request, deadline).finally(() => deadline.clear());
    if (!reply.ok) return reply.message;
    if (reply.status !== 200) return `The answer was ${String(reply.status)}`;
    if (reply.isTruncated) return `It is larger than ${String(LARGEST_BYTES)} bytes`;
    const bytes = Uint8Array.from(reply.body);
    const type = await this.parser.parse('imageType', bytes, {
      organizationId,
      lane: 'background',
      deadlineAt: Infinity,
    });
    if (!type.ok) return type.reason;
    return type.result === undefined ? 'It is no image' : { contentType: type.result, bytes };
  }
}
