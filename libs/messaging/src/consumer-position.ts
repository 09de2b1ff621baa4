// Decides whether a durable consumer still fits its stream. A power loss can cost a stream its newest messages and leave the
// consumer's position as it was: the consumer then waits beyond the end of the stream, or skips what was stored since.

export interface StreamPosition {
  readonly retention: 'workqueue' | 'limits';
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export interface ConsumerPosition {
  readonly createdAt: Date;
  /** The newest stream sequence that was delivered. */
  readonly delivered: number;
  /** Everything up to this stream sequence is acknowledged. */
  readonly ackFloor: number;
}

/** A message as the server stored it: a sequence that is used again is stored at another time. */
export interface StoredMessage {
  readonly sequence: number;
  readonly storedAt: Date;
}

/** The newest message that a service has received, and what the stream holds at its sequence today. */
export interface ConsumerMark {
  readonly seen: StoredMessage;
  readonly held: StoredMessage | undefined;
}

export interface Position {
  readonly stream: StreamPosition;
  readonly consumer: ConsumerPosition;
  readonly mark: ConsumerMark | undefined;
  /**
   * The oldest message that the consumer may still have to deliver: of a work queue, the oldest on its subject; of facts,
   * the oldest above its ack floor.
   */
  readonly oldestUnsettled: StoredMessage | undefined;
}

export type PositionVerdict =
  | { readonly kind: 'keep' }
  /** Made anew, it delivers what was stored from `startAt` on; undefined: everything that the stream holds. */
  | { readonly kind: 'remake'; readonly reason: RemakeReason; readonly startAt: Date | undefined };

export type RemakeReason =
  /** The consumer has seen more than the stream has. */
  | 'ahead-of-the-stream'
  /** Other messages stand where the consumer has been already. */
  | 'stream-rewritten'
  /** The stream holds work at or below what is acknowledged: nobody would ever get it. */
  | 'work-left-behind';

/** A server that restarts may find its clock set back by some time; repetition is harmless, a gap is not. */
const CLOCK_MARGIN_MS = 600_000;
/** Times of the server arrive in nanoseconds, as numbers that are not exact to one. */
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

/** What was seen before the consumer was made tells of the consumer before it. */
function isTelling(mark: ConsumerMark | undefined, consumer: ConsumerPosition): mark is ConsumerMark {
  return mark !== undefined && mark.seen.storedAt > consumer.createdAt;
}

/** What the stream has dropped for its age says nothing. */
function isRewritten({ seen, held }: ConsumerMark, stream: StreamPosition): boolean {
  if (seen.sequence < stream.firstSequence) return false;
  return held === undefined || Math.abs(held.storedAt.getTime() - seen.storedAt.getTime()) > SAME_TIME_MS;
}

/**
 * Whatever stands where other messages were was stored after the power loss, and so after every message that was seen
 * before it. A work queue holds only what is still to be done.
 */
function startOf({ stream, mark, oldestUnsettled }: Position): Date | undefined {
  if (stream.retention === 'workqueue' || mark === undefined) return undefined;
  const seenAt = mark.seen.storedAt.getTime() - CLOCK_MARGIN_MS;
  return new Date(Math.min(seenAt, oldestUnsettled?.storedAt.getTime() ?? seenAt));
}
