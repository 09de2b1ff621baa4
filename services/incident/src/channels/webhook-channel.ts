import { Deadline, storableLine, type Outbound } from '@vedette/outbound';
import { alertId, type Alert, type AlertChannel, type SendOutcome } from './alert-channel.ts';
import { slackMessage } from '../messages/alert-slack.ts';
import { webhookVerdict } from './webhook-verdict.ts';

const LIMIT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4_096;

/** A retry cannot help while the address stays the same. */
const PERMANENT_REASONS = new Set(['invalid_host', 'forbidden_address']);

export class WebhookChannel implements AlertChannel {
  readonly type = 'WEBHOOK';
  readonly concurrency = 50;

  constructor(private readonly outbound: Outbound) {}

  async send(alert: Alert): Promise<SendOutcome> {
    const deadline = Deadline.after(LIMIT_MS);
    try {
      const reply = await this.outbound.request(
        {
          url: new URL(alert.contact.address),
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-vedette-alert-id': alertId(alert) },
          body: JSON.stringify(slackMessage(alert.message)),
          maxResponseBytes: MAX_RESPONSE_BYTES,
        },
        deadline,
      );
      if (reply.ok) return webhookVerdict(reply.status, reply.headers['retry-after'], new Date());
      const isPermanent = PERMANENT_REASONS.has(reply.reason);
      return { ok: false, reason: storableLine(reply.message), isPermanent, retryAfterMs: null };
    } finally {
      deadline.clear();
    }
  }

  close(): void {}
}
