import type { LoggedEvent, VedetteEvent } from '../api-types.ts';
import type { EventStream, StreamOptions, StreamReset } from '../event-stream-types.ts';
import { retryAfterMs } from '../transport/retry-after.ts';
import { retryDecision } from '../transport/retry-decision.ts';
import { retryDelayMs } from '../transport/retry-delay.ts';
import { type SseMessage, SseParser } from './sse-parser.ts';
import { Limit, wait } from '../transport/timing.ts';
import { lost, type Parcel, type Transport } from '../transport/transport.ts';
import { VedetteError } from '../vedette-error.ts';

/** The server sends a comment every 15 s: three missing ones mean that the connection is dead. */
const SILENCE_MS = 45_000;

/** The events as they happen. A lost connection is opened again, from the last event on. */
export async function* eventStream(
  transport: Transport,
  parcel: Parcel,
  options: StreamOptions = {},
): EventStream<LoggedEvent> {
  const { signal, retries = transport.retries === 0 ? 0 : Infinity, onState, lastEventId = '' } = options;
  const parser = new SseParser(lastEventId);
  let retried = 0;
  for (;;) {
    const limit = new Limit(signal);
    let error: VedetteError;
    try {
      const response = await transport.open(resumed(parcel, parser.lastEventId, signal), limit);
      onState?.('open');
      for await (const message of messages(response, parser, limit, signal)) {
        retried = 0;
        yield itemOf(message);
      }
      error = new VedetteError('connection_error', 'The server ended the stream.', { status: response.status });
    } catch (caught) {
      if (!(caught instanceof VedetteError)) throw caught;
      error = caught;
    } finally {
      limit.end();
    }
    onState?.('lost', error);
    const askedMs = error.headers === undefined ? parser.retryMs : retryAfterMs(error.headers, Date.now());
    const delayMs = retryDelayMs({ retried, askedMs, random: Math.random() });
    const decision = retryDecision({ error, isRepeatable: true, retried, retries, delayMs, remainingMs: Infinity });
    if (decision.kind === 'give-up') throw error;
    await wait(delayMs, signal);
    retried += 1;
  }
}

function resumed(parcel: Parcel, lastEventId: string, signal: AbortSignal | undefined): Parcel {
  return { ...parcel, options: { signal, ...(lastEventId !== '' && { headers: { 'Last-Event-ID': lastEventId } }) } };
}

async function* messages(
  response: Response,
  parser: SseParser,
  limit: Limit,
  signal: AbortSignal | undefined,
): AsyncGenerator<SseMessage, void, undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  parser.restart();
  for (;;) {
    limit.set(SILENCE_MS);
    const piece = await reader.read().catch((cause: unknown) => {
      throw lost(cause, signal, limit, response);
    });
    if (piece.done) return;
    yield* parser.read(decoder.decode(piece.value, { stream: true }));
  }
}

function itemOf({ event, data, lastEventId }: SseMessage): LoggedEvent | StreamReset {
  if (event === 'reset') return { type: 'reset', cursor: lastEventId };
  try {
    return { ...(JSON.parse(data) as VedetteEvent), cursor: lastEventId };
  } catch (cause) {
    throw new VedetteError('invalid_response', 'The stream sent an event that is not JSON.', { cause });
  }
}
