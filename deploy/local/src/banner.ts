import { bold } from './terminal.ts';
import type { Environment } from './environment-file.ts';

/** The values that a user needs first, with the names of the environment file. */
export function banner(environment: Environment, state: string): string {
  const { VEDETTE_URL: api = '', VEDETTE_API_KEY: key = '' } = environment;
  const rows = [
    ['API', `${api}/api/v1`],
    ['OpenAPI', `${api}/openapi.json`],
    ['Status pages', environment['VEDETTE_STATUS_URL'] ?? ''],
    ['Heartbeats', environment['VEDETTE_HEARTBEAT_URL'] ?? ''],
    ['Full key', key],
    ['Read-only key', environment['VEDETTE_READ_ONLY_KEY'] ?? ''],
  ];
  return [
    '',
    bold('Vedette is running'),
    '',
    ...rows.map(([label = '', value = '']) => `  ${label.padEnd(14)} ${value}`),
    '',
    `  curl -H 'X-API-Key: ${key}' ${api}/api/v1/monitors`,
    '',
    `  The same is in ${state}/env, the logs are in ${state}/logs. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}
