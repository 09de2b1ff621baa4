import type { VedetteError } from './vedette-error.ts';

/** The stream could not go on where it was asked to: events may be missing, so read anew what depends on them. */
export interface StreamReset {
  readonly type: 'reset';
  readonly cursor: string;
}

export type EventStream<Event> = AsyncGenerator<Event | StreamReset, never, undefined>;

export interface StreamOptions {
  /** Ends the stream, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The cursor of the last event that was handled; left out: from now on. */
  readonly lastEventId?: string | undefined;
  /** How often in a row a connection may fail; 0: the stream ends with its first. Left out: no limit. */
  readonly retries?: number | undefined;
  /** Told when a connection is open, and when it is lost, with the reason. */
  readonly onState?: ((state: 'open' | 'lost', error?: VedetteError) => void) | undefined;
}
