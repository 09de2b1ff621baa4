// Decides whether a durable consumer still fits its stream. A power loss can cost a stream its newest messages while
// the consumer keeps its position. The consumer then waits beyond the stream's end, or skips messages stored since.

export interface StreamPosition {
  readonly retention: 'workqueue' | 'limits';
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export interface ConsumerPosition {
  readonly createdAt: Date;
  /** The newest stream sequence that the consumer has delivered. */
  readonly delivered: number;
  /** Everything up to this stream sequence is acknowledged. */
  readonly ackFloor: number;
}

/** A message as the server stored it. If a sequence is used again, its new message has another time. */
export interface StoredMessage {
  readonly sequence: number;
  readonly storedAt: Date;
}

/** The newest message that a service has received, and the message that the stream holds at that sequence today. */
export interface ConsumerMark {
  readonly seen: StoredMessage;
  readonly held: StoredMessage | undefined;
}

export interface Position {
  readonly stream: StreamPosition;
  readonly consumer: ConsumerPosition;
  readonly mark: ConsumerMark | undefined;
  /**
   * The oldest message that the consumer may still have to deliver. For a work queue: the oldest on its subject. For
   * facts: the oldest above its ack floor.
   */
  readonly oldestUnsettled: StoredMessage | undefined;
}

export type PositionVerdict =
  | { readonly kind: 'keep' }
  /** The recreated consumer delivers messages stored from `startAt` on; undefined: everything that the stream holds. */
  | { readonly kind: 'remake'; readonly reason: RemakeReason; readonly startAt: Date | undefined };

export type RemakeReason =
  /** The consumer's position is beyond the end of the stream. */
  | 'ahead-of-the-stream'
  /** The stream holds other messages at sequences that the consumer has already passed. */
  | 'stream-rewritten'
  /** The stream holds work at or below the ack floor, which the consumer would never deliver. */
  | 'work-left-behind';

/** The server's clock may be set back at a restart. Delivering a message twice is harmless; skipping one is not. */
const CLOCK_MARGIN_MS = 600_000;
/** The server sends times in nanoseconds, which a JavaScript number cannot hold exactly. */
const SAME_TIME_MS = 10;

export function judgePosition(position: Position): PositionVerdict {
  const reason = misfit(position);
  return reason === undefined ? { kind: 'keep' } : { kind: 'remake', reason, startAt: startOf(position) };
}

function misfit({ stream, consumer, mark, oldestUnsettled }: Position): RemakeReason | undefined {
  if (Math.max(consumer.delivered, consumer.ackFloor) > stream.lastSequence) return 'ahead-of-the-stream';
  if (stream.retention === 'workqueue') {
    return oldestUnsettled !== undefined && oldestUnsettled.sequence <= consumer.ackFloor
      ? 'work-left-behind'
      : undefined;
  }
  return isTelling(mark, consumer) && isRewritten(mark, stream) ? 'stream-rewritten' : undefined;
}

/** A message from before the consumer's creation says something only about the previous consumer. */
function isTelling(mark: ConsumerMark | undefined, consumer: ConsumerPosition): mark is ConsumerMark {
  return mark !== undefined && mark.seen.storedAt > consumer.createdAt;
}

/** A message that the stream has dropped because of its age is no sign of a loss. */
function isRewritten({ seen, held }: ConsumerMark, stream: StreamPosition): boolean {
  if (seen.sequence < stream.firstSequence) return false;
  return held === undefined || Math.abs(held.storedAt.getTime() - seen.storedAt.getTime()) > SAME_TIME_MS;
}

/**
 * Messages that took the place of lost ones were stored after the power loss, so after every message that was received
 * before it. A work queue starts from its beginning, since it holds only unfinished work.
 */
function startOf({ stream, mark, oldestUnsettled }: Position): Date | undefined {
  if (stream.retention === 'workqueue' || mark === undefined) return undefined;
  const seenAt = mark.seen.storedAt.getTime() - CLOCK_MARGIN_MS;
  return new Date(Math.min(seenAt, oldestUnsettled?.storedAt.getTime() ?? seenAt));
}
