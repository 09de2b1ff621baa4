import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Tracer,
} from '@opentelemetry/api';

export { SpanKind };

export interface Tracing {
  stop(): Promise<void>;
}

/** Undefined if there is no tracing. The SDK may have its own copy of the API, so the tracer is taken after its start. */
let tracer: Tracer | undefined;

/** False if no collector is configured: then nothing needs to be wrapped for tracing. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Starts the SDK only if a collector is configured: without one, spans cost nothing and the SDK is not loaded. */
export async function startTracing(service: string, otlpEndpoint: string | null): Promise<Tracing> {
  if (otlpEndpoint === null) return { stop: () => Promise.resolve() };
  const { startSdk } = await import('./tracing-sdk.ts');
  const sdk = startSdk(`vedette-${service}`, `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`);
  tracer = trace.getTracer('vedette');
  return { stop: () => sdk.shutdown() };
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly parent?: Context;
  readonly links?: Link[];
}

/** Runs `work` inside a span. The span ends with the work and records its failure. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer === undefined ? work() : inSpanOf(tracer, name, options, work);
}

async function inSpanOf<T>(owner: Tracer, name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = options.parent ?? context.active();
  const span = owner.startSpan(
    name,
    {
      kind: options.kind ?? SpanKind.INTERNAL,
      ...(options.attributes !== undefined && { attributes: options.attributes }),
      ...(options.links !== undefined && { links: options.links }),
    },
    parent,
  );
  if (!span.isRecording()) return context.with(parent, work);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

export type TraceCarrier = Record<string, string>;

/** The current trace in W3C form, for a header or a database row. */
export function injectTrace(): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (isTracing()) propagation.inject(context.active(), carrier);
  return carrier;
}

export function extractTrace(carrier: TraceCarrier): Context {
  return isTracing() ? propagation.extract(context.active(), carrier) : context.active();
}

/** Links to the traces that a batch serves, since the batch cannot be the child of all of them. */
export function linksTo(carriers: readonly TraceCarrier[]): Link[] {
  if (!isTracing()) return [];
  return carriers.flatMap((carrier) => {
    const linked = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carrier));
    return linked === undefined ? [] : [{ context: linked }];
  });
}

/** For work that belongs to no single trace, such as a batch. */
export const noTrace: Context = ROOT_CONTEXT;
