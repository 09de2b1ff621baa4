import { AsyncResource } from 'node:async_hooks';
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { isTracing } from '@vedette/telemetry';
import type { Pool, PoolClient } from 'pg';

/** Long enough to identify the statement. */
const MAX_TEXT_LENGTH = 1_000;

const TABLE_FOLLOWS = new Set(['from', 'into', 'update', 'join']);
const TABLE = /^[A-Za-z_"][\w"]*(?:\.[\w"]+)?/;

type Query = (this: unknown, ...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/**
 * Creates a span for every statement of a traced request. Other statements, mostly those of loops, get no span. Without
 * a collector, the pool stays unchanged.
 */
export function tracePool(pool: Pool): void {
  if (!isTracing()) return;
  keepContext(pool);
  pool.on('connect', traceClient);
}

/**
 * A request that waited for a connection is called back by the request that released it. It must continue in its own
 * context, not in the other request's.
 */
function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  Object.assign(pool, {
    connect: (callback?: (...args: unknown[]) => unknown) =>
      callback === undefined ? connect() : connect(AsyncResource.bind(callback)),
  });
}

function traceClient(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  // Taken after the start of the SDK, which may have its own copy of the API.
  const tracer = trace.getTracer('vedette');
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const text = textOf(args[0]);
      if (text === undefined || trace.getActiveSpan()?.isRecording() !== true) return query(...args);
      return inStatementSpan(tracer, text, query, args);
    },
  });
}

function inStatementSpan(tracer: Tracer, text: string, query: Query, args: unknown[]): unknown {
  const span = tracer.startSpan(
    summaryOf(text),
    {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT_LENGTH) },
    },
    context.active(),
  );
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const told: Callback = (error, result) => {
      end(span, error);
      (callback as Callback)(error, result);
    };
    return query(...args.slice(0, -1), told);
  }
  return (query(...args) as Promise<unknown>).then(
    (result) => {
      end(span, null);
      return result;
    },
    (error: unknown) => {
      end(span, error);
      throw error;
    },
  );
}

function end(span: Span, error: unknown): void {
  if (error instanceof Error) {
    span.recordException(error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Returns undefined for an object that submits itself, such as a cursor: it reports its end on its own. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined;
}

/** The verb and the table, so that there are few different names: `UPDATE monitor.monitor_runtime`. */
export function summaryOf(text: string): string {
  const words = text.slice(0, MAX_TEXT_LENGTH).trim().split(/\s+/);
  const verb = /^[A-Za-z]+/.exec(words[0] ?? '')?.[0].toUpperCase() ?? 'QUERY';
  const before = words.findIndex((word) => TABLE_FOLLOWS.has(word.toLowerCase()));
  const [first, second] = before === -1 ? [] : words.slice(before + 1);
  const [table] = TABLE.exec((first?.toLowerCase() === 'only' ? second : first) ?? '') ?? [];
  return table === undefined ? verb : `${verb} ${table.replaceAll('"', '')}`;
}
