import { OWNER } from './access.ts';
import { bold } from '../program/terminal.ts';
import type { Environment } from './environment-file.ts';

/** The values that a user needs first, with the names of the environment file. */
export function banner(environment: Environment, signInLink: string | undefined, state: string): string {
  const { VEDETTE_URL: api = '', VEDETTE_API_KEY: key = '' } = environment;
  const rows = [
    ['API', `${api}/api/v1`],
    ['OpenAPI', `${api}/openapi.json`],
    ['Status pages', environment['VEDETTE_STATUS_URL'] ?? ''],
    ['Heartbeats', environment['VEDETTE_HEARTBEAT_URL'] ?? ''],
    ['Console', environment['VEDETTE_CONSOLE_URL'] ?? ''],
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
    ...signInLines(signInLink, `${state}/vedette`),
    `  The operator's command line is ${state}/vedette; --help lists its commands.`,
    `  The same is in ${state}/env, the logs are in ${state}/logs. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

function signInLines(link: string | undefined, program: string): string[] {
  // The operator has removed the owner, so somebody else signs in.
  if (link === undefined) return [];
  return [
    `  Sign in to the console as ${OWNER}, once and within 15 minutes, by`,
    `  ${link}`,
    `  \`${program} person link --email ${OWNER}\` makes another link.`,
    '',
  ];
}
