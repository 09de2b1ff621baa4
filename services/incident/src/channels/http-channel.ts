import type { ContactType } from '@vedette/contract';
import { Deadline, storableLine, type Outbound } from '@vedette/outbound';
import type {
  Alert,
  AlertChannel,
  AlertReply,
  AlertRequest,
  DigestAlert,
  DigestChannel,
  DigestVendor,
  SendOutcome,
  TestAlert,
  Vendor,
  VendorUrls,
} from './alert-channel.ts';

/** For all requests of one attempt. */
const LIMIT_MS = 10_000;
/** Some receivers answer with the whole message. */
const MAX_RESPONSE_BYTES = 65_536;
const CONCURRENCY = 50;

/** A retry cannot help while the address stays the same. */
const PERMANENT_REASONS = new Set(['invalid_host', 'forbidden_address']);

/** Reaches contacts over HTTP; the vendor says what is sent, and what an answer means. */
export class HttpChannel implements AlertChannel {
  readonly concurrency = CONCURRENCY;
  readonly digests: DigestChannel | null;

  constructor(
    readonly type: Exclude<ContactType, 'EMAIL'>,
    private readonly vendor: Vendor,
    private readonly urls: VendorUrls,
    private readonly outbound: Outbound,
  ) {
    const { digests } = vendor;
    this.digests = digests === undefined ? null : this.#digestChannel(digests);
  }

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

  #digestChannel(vendor: DigestVendor): DigestChannel {
    return {
      canGrow: vendor.growing !== undefined,
      send: async (digest, messageId) => {
        const deadline = Deadline.after(LIMIT_MS);
        try {
          return await this.#sendDigest(vendor, digest, messageId, deadline);
        } finally {
          deadline.clear();
        }
      },
    };
  }

  async #sendDigest(
    vendor: DigestVendor,
    digest: DigestAlert,
    messageId: string | null,
    deadline: Deadline,
  ): Promise<SendOutcome> {
    const { growing } = vendor;
    if (growing !== undefined && messageId !== null) {
      const outcome = await this.#post(growing.rewrite(digest, messageId, this.urls), deadline);
      if (outcome.ok) return { ...outcome, messageId };
      // A message that cannot be changed any more was deleted, or is too old.
      if (!outcome.isPermanent) return outcome;
    }
    return this.#post(vendor.write(digest, this.urls), deadline, (reply) => growing?.messageIdOf(reply));
  }

  async #post(
    { method = 'POST', url, headers, body }: AlertRequest,
    deadline: Deadline,
    messageIdOf?: (reply: AlertReply) => string | undefined,
  ): Promise<SendOutcome> {
    const request = {
      url: new URL(url),
      method,
      headers,
      body,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    } as const;
    const reply = await this.outbound.request(request, deadline);
    if (reply.ok) {
      const { status } = reply;
      const retryAfter = reply.headers['retry-after'];
      const given = { status, retryAfter, body: reply.body.toString() };
      const outcome = this.vendor.judge(given, new Date());
      if (!outcome.ok) return outcome;
      const messageId = messageIdOf?.(given);
      const answer = storableLine(`the receiver answered ${status}`);
      return { ok: true, answer, ...(messageId !== undefined && { messageId }) };
    }
    const isPermanent = PERMANENT_REASONS.has(reply.reason);
    return { ok: false, reason: storableLine(reply.message), isPermanent, retryAfterMs: null };
  }

  close(): void {}
}
