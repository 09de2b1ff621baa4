/** The kinds of monitors. This file imports no schemas, so that the command line loads fast. */
export const MONITOR_TYPES = ['HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN'] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];
