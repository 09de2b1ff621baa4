import { address, dnsServers, flag, list, port, readConfig, text, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables, listenerVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  ...listenerVariables,
  port: port('STATUS_PAGE_PORT', { default: 8081, about: 'port of the public pages' }),
  publicUrl: address('STATUS_PAGE_PUBLIC_URL', {
    isBase: true,
    protocols: ['http', 'https'],
    about: 'address under which the public reaches the pages; a page shows it with its slug appended',
  }),
  consoleUrl: address('CONSOLE_PUBLIC_URL', {
    default: null,
    protocols: ['http', 'https'],
    isBase: true,
    about: 'address of the console as browsers see it: its pages alone may show previews in a frame; none: no site may',
  }),
  snapshotDirectory: text('STATUS_PAGE_SNAPSHOT_DIR', {
    default: '.vedette/status-pages',
    about: 'directory that keeps a copy of every page, to be served after a restart while the stores are away',
  }),
  frameAncestors: list('STATUS_PAGE_FRAME_ANCESTORS', {
    default: ["'none'"],
    about: 'sites that may show the pages in a frame, as in the CSP directive frame-ancestors, comma-separated',
  }),
  allowPrivateLogos: flag('STATUS_PAGE_ALLOW_PRIVATE_LOGOS', {
    default: false,
    about: 'whether logos may be fetched from private addresses; true lets customers reach into your network',
  }),
  dnsServers: dnsServers('STATUS_PAGE_DNS_SERVERS', {
    default: [],
    about:
      'DNS servers that are asked about custom domains and the hosts of logos, comma-separated, as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53; none: those of the machine',
  }),
};

export type StatusPageConfig = Config<typeof declaration>;

export const readStatusPageConfig = (): StatusPageConfig => readConfig(declaration, process.env);
