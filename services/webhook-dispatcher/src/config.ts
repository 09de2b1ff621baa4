import { flag, integer, list, readConfig, secretKey, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  secretKey: secretKey('WEBHOOK_SECRET_KEY', {
    about: 'key that signing secrets are encrypted with: 32 bytes in base64',
  }),
  previousSecretKey: secretKey('WEBHOOK_SECRET_KEY_PREVIOUS', {
    default: null,
    about: 'the key before it, while the key is being replaced',
  }),
  allowPrivateTargets: flag('WEBHOOK_ALLOW_PRIVATE_TARGETS', {
    default: false,
    about: 'lets endpoints be on private and special addresses, and without TLS',
  }),
  dnsServers: list('WEBHOOK_DNS_SERVERS', {
    default: [],
    about: 'DNS servers that resolve the names of endpoints, comma-separated; none: those of the machine',
  }),
  endpointConcurrency: integer('WEBHOOK_ENDPOINT_CONCURRENCY', {
    default: 10,
    min: 1,
    max: 1_000,
    about: 'attempts in flight to one endpoint at most, over all replicas',
  }),
  concurrency: integer('WEBHOOK_CONCURRENCY', {
    default: 500,
    min: 2,
    max: 10_000,
    about: 'attempts that one replica has in flight at most; endpoints that fail or are slow get half of them',
  }),
};

export type WebhookConfig = Config<typeof declaration>;

export const readWebhookConfig = (): WebhookConfig => readConfig(declaration, process.env);
