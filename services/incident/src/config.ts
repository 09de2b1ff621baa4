import {
  address,
  ConfigError,
  flag,
  readConfig,
  secretKey,
  text,
  type Config,
  type Environment,
} from '@vedette/configuration';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  secretKey: secretKey('INCIDENT_SECRET_KEY', {
    about: 'key that addresses of alert contacts are encrypted with: 32 bytes in base64',
  }),
  previousSecretKey: secretKey('INCIDENT_SECRET_KEY_PREVIOUS', {
    default: null,
    about: 'the key before it, while the key is being replaced',
  }),
  smtpUrl: address('SMTP_URL', {
    protocols: ['smtp', 'smtps'],
    default: null,
    secret: true,
    about: 'mail server for alerts, smtp://user:password@host:587; without it nobody gets mail',
  }),
  smtpFrom: text('SMTP_FROM', {
    default: null,
    about: 'sender of alerts, such as "Vedette <alerts@example.com>"; needed with SMTP_URL',
  }),
  webhookAllowPrivateTargets: flag('WEBHOOK_ALLOW_PRIVATE_TARGETS', {
    default: false,
    about: 'lets webhooks, those of alert contacts too, go to private addresses and over plain http',
  }),
};

export type IncidentConfig = Config<typeof declaration>;

export function readIncidentConfig(environment: Environment = process.env): IncidentConfig {
  const config = readConfig(declaration, environment);
  if (config.smtpUrl !== null && config.smtpFrom === null) {
    throw new ConfigError([`SMTP_FROM is required with SMTP_URL: ${declaration.smtpFrom.about}`]);
  }
  return config;
}
