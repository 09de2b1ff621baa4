import { address, oneOf } from '@vedette/configuration';

/** The variables that every service takes for its telemetry; each service spreads them into its own declaration. */
export const telemetryVariables = {
  logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], {
    default: 'info',
    about: 'the least severe level that is logged',
  }),
  otlpEndpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', {
    default: null,
    protocols: ['http', 'https'],
    about: 'OpenTelemetry collector (OTLP over HTTP) that gets the traces; none: no tracing',
  }),
};
