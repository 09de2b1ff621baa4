import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';

/** Starts OpenTelemetry's SDK. This file is imported only if tracing is configured, because loading the SDK takes long. */
export function startSdk(serviceName: string, url: string): NodeSDK {
  const sdk = new NodeSDK({ serviceName, traceExporter: new OTLPTraceExporter({ url }) });
  sdk.start();
  return sdk;
}
