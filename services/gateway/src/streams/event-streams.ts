import {
  ApiError,
  newId,
  seesMasks,
  subjects,
  type Caller,
  type Credential,
  type Operation,
  type StreamGrowth,
  type StreamLimit,
} from '@vedette/contract';
import type { NatsLink, RpcClient } from '@vedette/messaging';
import { inSpan, noTrace, type Counter, type Logger, type Metrics } from '@vedette/telemetry';
import type { AskCredentials } from '../credentials/credential-directory.ts';
import type { LeasedPlaces } from '../limits/leased-places.ts';
import type { Exchange } from '../http/exchange.ts';
import { Feed } from './feed.ts';
import { farewellFrame, framed } from './frames.ts';
import { StreamClient } from './stream-client.ts';
import { maySeeMore, type KnownCredential, type StreamTerms } from './stream-right.ts';
import { UnreadBytes } from './unread-bytes.ts';

const RETRY_AFTER_SECONDS = 5;

export interface EventStreamsParts {
  readonly rpc: RpcClient;
  readonly link: NatsLink;
  /** Asks whether the credentials of streams may still be used. */
  readonly watch: AskCredentials;
  readonly places: LeasedPlaces;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface StreamRequest {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly limit: StreamLimit;
  readonly caller: Caller;
  /** Whose places a stream takes: one API key or session. */
  readonly owner: string;
  /** The hash of the credential, by which the account service knows it. */
  readonly hash: string;
}

interface OpenStream extends StreamTerms {
  readonly hash: string;
  known: KnownCredential;
}

/** All streams that clients of this gateway have open. */
export class EventStreams {
  readonly #parts: EventStreamsParts;
  readonly #open = new Map<StreamClient, OpenStream>();
  /** With the number of clients that hold each. */
  readonly #feeds = new Map<string, { readonly feed: Feed; clients: number }>();
  readonly #unread = new UnreadBytes();
  readonly #ended: Counter<'reason'>;
  #isStopping = false;

  constructor(parts: EventStreamsParts) {
    this.#parts = parts;
    this.#ended = parts.metrics.counter('streams_ended_total', 'Streams that have ended, by reason', ['reason']);
    parts.metrics.observedGauge('streams_open', 'Streams that are open', () => this.#open.size);
    const unread = 'Bytes of streams that their readers have not taken';
    parts.metrics.observedGauge('streams_unread_bytes', unread, () => this.#unread.total);
  }

  /** Resolves when the stream is open, or the client is gone. */
  async open(request: StreamRequest): Promise<void> {
    const { exchange, operation, caller, owner, limit } = request;
    if (!exchange.isNext) {
      // The reader would wait for the answers before, and a stream could outlive its connection.
      exchange.openStream()?.end(farewellFrame(Math.random()));
      return;
    }
    const id = exchange.requestId;
    const ofCredential = { name: `streams:${owner}`, limit: limit.perCredential };
    const ofOrganization = { name: `streams:${caller.organizationId}`, limit: limit.perOrganization };
    const full = await this.#parts.places.enter(id, [ofCredential, ofOrganization]);
    if (full !== undefined) {
      const of = full === ofCredential ? 'credential' : 'organization';
      throw ApiError.tooManyStreams(of, full.limit, RETRY_AFTER_SECONDS);
    }
    const [feed, release] = this.#hold(request);
    const leave = (): void => {
      this.#parts.places.leave(id);
      release();
    };
    try {
      const cursor = lastEventId(exchange);
      const page = await feed.read(cursor);
      const response = exchange.openStream();
      if (response === undefined) return leave();
      const { maxAnswerBytes: maxUnreadBytes } = operation;
      const { organizationId } = caller;
      const client = new StreamClient(response, { organizationId, unread: this.#unread, maxUnreadBytes, cursor });
      client.onEnd = (reason) => {
        this.#open.delete(client);
        this.#ended.inc({ reason });
        feed.leave(client);
        leave();
      };
      this.#open.set(client, openStream(request));
      if (this.#isStopping) return client.end('stop');
      client.take(framed(page));
      void feed.follow(client, page.hasMore);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Asks about the credentials of all open streams at once, and ends the streams that lost their right. */
  async check(): Promise<void> {
    if (this.#open.size === 0) return;
    const answers = await this.#ask([...new Set([...this.#open.values()].map(({ hash }) => hash))]);
    const now = performance.now();
    for (const [client, stream] of this.#open) {
      const credential = answers?.get(stream.hash);
      if (credential !== undefined) stream.known = { credential, answeredAt: now };
      if (!maySeeMore(stream, stream.known, now, new Date())) client.end('credential');
    }
  }

  async poll(): Promise<void> {
    for (const { feed } of this.#feeds.values()) feed.poll();
  }

  stop(): void {
    this.#isStopping = true;
    for (const client of this.#open.keys()) client.end('stop');
  }

  /** Undefined if nobody answers: what was said before stands for a while. */
  async #ask(hashes: string[]): Promise<Map<string, Credential | null> | undefined> {
    try {
      const answers = await this.#parts.watch(hashes);
      return new Map(hashes.map((hash, index) => [hash, answers[index] ?? null]));
    } catch (error) {
      this.#parts.logger.warn({ error }, 'nobody says whether the credentials of streams may still be used');
      return undefined;
    }
  }

  /** The feed of the caller's organization, as the caller sees it, and the function that lets go of it. */
  #hold({ operation, caller }: StreamRequest): [Feed, () => void] {
    const { organizationId } = caller;
    // Readers who see masks share no bytes with the others.
    const key = [operation.id, organizationId, seesMasks(operation, caller)].join(' ');
    const held = this.#feeds.get(key) ?? { feed: this.#newFeed(operation, caller), clients: 0 };
    this.#feeds.set(key, held);
    held.clients += 1;
    const release = (): void => {
      held.clients -= 1;
      if (held.clients > 0) return;
      this.#feeds.delete(key);
      held.feed.close();
    };
    return [held.feed, release];
  }

  #newFeed(operation: Operation, caller: Caller): Feed {
    const { rpc, link, logger } = this.#parts;
    const { subject, deadlineMs } = operation;
    const reader = { caller, ...(seesMasks(operation, caller) && { seesMasks: true as const }) };
    return new Feed({
      read: (after) =>
        // Pages are read for all readers, long after the request of the first one.
        inSpan('read a stream', { parent: noTrace }, () =>
          rpc.readStream(
            subject,
            { after },
            { requestId: newId('req'), ...reader, deadlineAt: Date.now() + deadlineMs },
          ),
        ),
      subscribe: (take) =>
        link.subscribe(subjects.feed(caller.organizationId), (message) => take(message.json<StreamGrowth>())),
      logger,
    });
  }
}

function openStream({ operation, caller, hash }: StreamRequest): OpenStream {
  return {
    operation,
    organizationId: caller.organizationId,
    seesMasks: seesMasks(operation, caller),
    hash,
    known: { credential: undefined, answeredAt: performance.now() },
  };
}

/** Two values name no place; joined, they are no cursor. */
function lastEventId({ request }: Exchange): string | null {
  const value = request.headers['last-event-id'];
  return value === undefined || value === '' ? null : [value].flat().join(', ');
}
