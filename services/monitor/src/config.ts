import { address, integer, port, readConfig, secretKey, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables, listenerVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  ...listenerVariables,
  secretKey: secretKey('MONITOR_SECRET_KEY', {
    about: 'key that request headers and credentials of URLs are encrypted with: 32 bytes in base64',
  }),
  previousSecretKey: secretKey('MONITOR_SECRET_KEY_PREVIOUS', {
    default: null,
    about: 'the key before it, while the key is being replaced',
  }),
  heartbeatPublicUrl: address('HEARTBEAT_PUBLIC_URL', {
    isBase: true,
    protocols: ['http', 'https'],
    about:
      'address under which cron jobs reach the heartbeat listener; CRON monitors show it with their token appended',
  }),
  heartbeatPort: port('HEARTBEAT_PORT', { about: 'port of the listener that cron jobs ping' }),
  historyDays: integer('CHECK_HISTORY_DAYS', {
    default: 30,
    min: 3,
    max: 3_650,
    about: 'days for which every single check is kept; rollups and uptime are kept for longer',
  }),
};

export type MonitorConfig = Config<typeof declaration>;

export const readMonitorConfig = (): MonitorConfig => readConfig(declaration, process.env);
