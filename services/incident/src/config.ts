import { address, flag, readConfig, secretKey, type Config, type Environment } from '@vedette/configuration';
import { requireSender, smtpVariables } from '@vedette/mail';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  secretKey: secretKey('INCIDENT_SECRET_KEY', {
    about: 'key that encrypts addresses of alert contacts and signs links in alerts: 32 bytes in base64',
  }),
  previousSecretKey: secretKey('INCIDENT_SECRET_KEY_PREVIOUS', {
    default: null,
    about: 'the key before it, while the key is being replaced',
  }),
  consolePublicUrl: address('CONSOLE_PUBLIC_URL', {
    protocols: ['http', 'https'],
    default: 'http://localhost:8083',
    about: 'address of the console, as links to it are written',
  }),
  ...smtpVariables,
  telegramUrl: address('TELEGRAM_API_URL', {
    protocols: ['http', 'https'],
    default: 'https://api.telegram.org',
    about: 'address of the Bot API of Telegram',
  }),
  pagerDutyUrl: address('PAGERDUTY_EVENTS_URL', {
    protocols: ['http', 'https'],
    default: 'https://events.pagerduty.com',
    about: 'address of the Events API of PagerDuty; https://events.eu.pagerduty.com for accounts in the EU',
  }),
  webhookAllowPrivateTargets: flag('WEBHOOK_ALLOW_PRIVATE_TARGETS', {
    default: false,
    about: 'lets webhooks, those of alert contacts too, go to private addresses and over plain http',
  }),
};

export type IncidentConfig = Config<typeof declaration>;

export function readIncidentConfig(environment: Environment = process.env): IncidentConfig {
  return requireSender(readConfig(declaration, environment));
}
