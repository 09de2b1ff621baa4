export { telemetryVariables } from './config.ts';
export { createLogger, endProcess, nestLogger, type Logger, type LogLevel } from './logger.ts';
export {
  LATENCY_BUCKETS_SECONDS,
  Metrics,
  type Counter,
  type Gauge,
  type Histogram,
  type PairHistogram,
} from './metrics.ts';
export { currentOrganizationId, currentRequestId, inRequestScope, type RequestScope } from './request-scope.ts';
export {
  extractTrace,
  injectTrace,
  inSpan,
  isTracing,
  linksTo,
  noTrace,
  SpanKind,
  startTracing,
  type TraceCarrier,
  type Tracing,
} from './tracing.ts';
