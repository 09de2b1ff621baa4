import { address, integer, port, readConfig, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables, listenerVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  ...listenerVariables,
  heartbeatPublicUrl: address('HEARTBEAT_PUBLIC_URL', {
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
