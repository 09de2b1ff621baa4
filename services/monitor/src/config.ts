import { address, readConfig, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  heartbeatPublicUrl: address('HEARTBEAT_PUBLIC_URL', {
    protocols: ['http', 'https'],
    about:
      'address under which cron jobs reach the heartbeat listener; CRON monitors show it with their token appended',
  }),
};

export type MonitorConfig = Config<typeof declaration>;

export const readMonitorConfig = (): MonitorConfig => readConfig(declaration, process.env);
