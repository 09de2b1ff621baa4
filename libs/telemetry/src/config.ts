import { address, oneOf, port } from '@vedette/configuration';

/** The variables that every service takes for its telemetry; each service spreads them into its own declaration. */
export const telemetryVariables = {
  logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], {
    default: 'info',
    about: 'the least severe level that is logged',
  }),
  internalPort: port('INTERNAL_PORT', { default: 9090, about: 'port of /live, /ready and /metrics' }),
  otlpEndpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', {
    default: null,
    protocols: ['http', 'https'],
    about: 'OpenTelemetry collector (OTLP over HTTP) that gets the traces; none: no tracing',
  }),
};
