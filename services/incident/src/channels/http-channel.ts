import type { ContactType } from '@vedette/contract';
import { Deadline, storableLine, type Outbound } from '@vedette/outbound';
import type { Alert, AlertChannel, AlertRequest, SendOutcome, TestAlert, Vendor, VendorUrls } from './alert-channel.ts';

/** For all requests of one attempt. */
const LIMIT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4_096;
const CONCURRENCY = 50;

/** A retry cannot help while the address stays the same. */
const PERMANENT_REASONS = new Set(['invalid_host', 'forbidden_address']);

/** Reaches contacts over HTTP; the vendor says what is sent, and what an answer means. */
export class HttpChannel implements AlertChannel {
  readonly concurrency = CONCURRENCY;

  constructor(
    readonly type: Exclude<ContactType, 'EMAIL'>,
    private readonly vendor: Vendor,
    private readonly urls: VendorUrls,
    private readonly outbound: Outbound,
  ) {}

  async send(alert: Alert | TestAlert): Promise<SendOutcome> {
    const deadline = Deadline.after(LIMIT_MS);
    try {
      const outcome = await this.#post(this.vendor.write(alert, this.urls, new Date()), deadline);
      if (!outcome.ok || alert.kind !== 'TEST' || this.vendor.writeEnd === undefined) return outcome;
      return await this.#post(this.vendor.writeEnd(alert, this.urls), deadline);
    } finally {
      deadline.clear();
    }
  }

  async #post({ url, headers, body }: AlertRequest, deadline: Deadline): Promise<SendOutcome> {
    const request = {
      url: new URL(url),
      method: 'POST',
      headers,
      body,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    } as const;
    const reply = await this.outbound.request(request, deadline);
    if (reply.ok) {
      const { status } = reply;
      const retryAfter = reply.headers['retry-after'];
      const outcome = this.vendor.judge({ status, retryAfter, body: reply.body.toString() }, new Date());
      return outcome.ok ? { ok: true, answer: storableLine(`the receiver answered ${status}`) } : outcome;
    }
    const isPermanent = PERMANENT_REASONS.has(reply.reason);
    return { ok: false, reason: storableLine(reply.message), isPermanent, retryAfterMs: null };
  }

  close(): void {}
}
