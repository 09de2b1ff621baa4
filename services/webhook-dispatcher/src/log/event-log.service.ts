import { Injectable } from '@nestjs/common';
import {
  ApiError,
  EVENT_LOG_DAYS,
  parseTimestamp,
  type QueryOf,
  type StreamEntry,
  type StreamPage,
} from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply, type RpcContext } from '@vedette/messaging';
import { EventLogRepository, type Growth, type LoggedBody, type NewEvent } from './event-log.repository.ts';
import { FeedSignal } from './feed-signal.ts';
import { cursorAt, meaningOf, positionOf } from './log-cursor.ts';
import { logPage, type LogPage, type PageLimits } from './log-page.ts';
import { MaskedEvents } from './masked-events.ts';

/** A page ends with the event that reaches this size: events have up to 900 KB. */
const PAGE_BYTES = 512 * 1024;
/** How many events a page of the stream has at most. */
const STREAM_EVENTS = 100;
/** Gateways keep a page for each reader of a stream that is slow. */
const STREAM_PAGE_BYTES = 64 * 1024;
/** How many events a page with a filter looks at. */
const SCANNED_WITH_FILTER = 2_000;

/** Writes and reads the logs of organizations' events. */
@Injectable()
export class EventLogService {
  constructor(
    private readonly repository: EventLogRepository,
    private readonly signal: FeedSignal,
    private readonly masked: MaskedEvents,
  ) {}

  /** Adds events to the logs, in the given order. After the commit, announce the growth. */
  append(tx: Sql, events: readonly NewEvent[]): Promise<Growth[]> {
    return this.repository.append(tx, events);
  }

  announce(grown: readonly Growth[]): void {
    this.signal.announce(grown);
  }

  async list(context: RpcContext, { cursor, from, types, limit }: QueryOf<'listEvents'>): Promise<Reply> {
    const { organizationId } = context;
    const start = await this.#start(organizationId, cursor, from);
    const wanted = types === undefined ? null : types.split(',');
    const { page, bodies } = await this.#read(context, start, wanted, { events: limit, bytes: PAGE_BYTES });
    const data = bodies.map((event) => entryOf(organizationId, event)).join(',');
    const nextCursor = page.hasMore ? cursorAt(organizationId, page.readTo) : null;
    return Reply.json(`{"data":[${data}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }

  /** The events after a cursor, for a reader who stays. Null as the cursor, or one of no use: from now on. */
  async stream(context: RpcContext, after: string | null): Promise<StreamPage> {
    const { organizationId } = context;
    const bounds = await this.repository.bounds(organizationId);
    const meaning = after === null ? undefined : meaningOf(positionOf(after, organizationId), bounds);
    if (meaning?.kind !== 'position') {
      const { lastPosition: position } = bounds;
      const cursor = cursorAt(organizationId, position);
      return { entries: [], position, cursor, hasMore: false, isReset: meaning !== undefined };
    }
    const { page, bodies } = await this.#read(context, meaning.position, null, {
      events: STREAM_EVENTS,
      bytes: STREAM_PAGE_BYTES,
    });
    return {
      entries: bodies.map((event) => streamEntry(organizationId, event)),
      position: page.readTo,
      cursor: cursorAt(organizationId, page.readTo),
      hasMore: page.hasMore,
      isReset: false,
    };
  }

  async #read(
    context: RpcContext,
    after: number,
    types: readonly string[] | null,
    size: Pick<PageLimits, 'events' | 'bytes'>,
  ): Promise<{ page: LogPage; bodies: LoggedBody[] }> {
    const { organizationId } = context;
    const limits = { ...size, scanned: types === null ? size.events + 1 : SCANNED_WITH_FILTER };
    const scanned = await this.repository.scan(organizationId, after, types, limits.scanned);
    const page = logPage(after, scanned, limits);
    const logged = await this.repository.bodies(organizationId, page.positions);
    const shown = await this.masked.shown(
      context,
      logged.map(({ body }) => body),
    );
    return { page, bodies: logged.map(({ position }, index) => ({ position, body: shown[index] ?? '' })) };
  }

  /** The position after which a page begins. */
  async #start(organizationId: string, cursor: string | undefined, from: string | undefined): Promise<number> {
    const [bounds, lastBefore] = await Promise.all([
      this.repository.bounds(organizationId),
      from === undefined ? 0 : this.repository.lastBefore(organizationId, new Date(parseTimestamp(from) ?? Number.NaN)),
    ]);
    if (cursor === undefined) return Math.max(bounds.erasedTo, lastBefore);
    const meaning = meaningOf(positionOf(cursor, organizationId), bounds);
    switch (meaning.kind) {
      case 'position':
        return Math.max(meaning.position, lastBefore);
      case 'expired':
        throw badCursor(`is older than the log, which keeps events for ${EVENT_LOG_DAYS} days`);
      case 'foreign':
        throw badCursor('must be the cursor of an event, or of a page of events, of this organization');
    }
  }
}

function streamEntry(organizationId: string, event: LoggedBody): StreamEntry {
  const { position } = event;
  return { position, cursor: cursorAt(organizationId, position), data: entryOf(organizationId, event) };
}

/** The event as it is sent to webhook endpoints, with its cursor as the last field. */
function entryOf(organizationId: string, { position, body }: LoggedBody): string {
  return `${body.slice(0, -1)},"cursor":${JSON.stringify(cursorAt(organizationId, position))}}`;
}

function badCursor(rule: string): ApiError {
  return ApiError.validation([{ path: 'cursor', message: `cursor ${rule}` }]);
}
