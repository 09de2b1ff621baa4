import {
  address,
  dnsServers,
  flag,
  integer,
  list,
  readConfig,
  text,
  type Config,
  type Variable,
} from '@vedette/configuration';
import { LONGEST_REGION } from '@vedette/contract';
import { hostVariables } from '@vedette/service-host';
import { readWhoisServer } from './registry/whois-server.ts';

export const declaration = {
  ...hostVariables,
  region: checked(
    text('WORKER_REGION', {
      default: 'default',
      about: 'where this worker is, at most 63 characters; failures are confirmed from another region first',
    }),
    (region) => region.length <= LONGEST_REGION,
    `at most ${LONGEST_REGION} characters`,
  ),
  concurrency: integer('CHECK_CONCURRENCY', {
    default: 1000,
    min: 10,
    max: 20_000,
    about:
      "places for checks: a tenth is kept for checks by hand, a tenth for other workers' confirmations; checks that have become slow run on beyond them, so that up to twice as many may run at once",
  }),
  slowSharePercent: integer('CHECK_SLOW_SHARE', {
    default: 33,
    min: 1,
    max: 90,
    about: 'percent of those places that checks may have which run into timeouts or take longer than 2 s',
  }),
  pingConcurrency: integer('CHECK_PING_CONCURRENCY', {
    default: 50,
    min: 1,
    max: 1000,
    about: 'ping processes that run at once',
  }),
  allowPrivateTargets: flag('CHECK_ALLOW_PRIVATE_TARGETS', {
    default: false,
    about: 'true lets checks reach private, loopback and other special addresses',
  }),
  dnsServers: dnsServers('CHECK_DNS_SERVERS', {
    default: [],
    about:
      'DNS servers, comma-separated, as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53; none: those of the machine',
  }),
  canaryUrls: each(
    list('CHECK_CANARY_URLS', {
      default: [],
      about: 'addresses, comma-separated, that answer as long as the network of this worker works; none: no canaries',
    }),
    isHttpUrl,
    'http or https addresses',
  ),
  rdapBootstrapUrl: address('CHECK_RDAP_BOOTSTRAP_URL', {
    default: 'https://data.iana.org/rdap/dns.json',
    protocols: ['http', 'https'],
    about: "IANA's list of RDAP servers",
  }),
  whoisServer: checked(
    text('CHECK_WHOIS_SERVER', {
      default: 'whois.iana.org:43',
      about: 'WHOIS server, as host:port, that knows the others',
    }),
    (server) => readWhoisServer(server) !== null,
    'the address of a WHOIS server',
  ),
  registryIntervalSeconds: integer('CHECK_REGISTRY_INTERVAL_SECONDS', {
    default: 3600,
    min: 0,
    about: 'seconds for which the answer of a registry about a domain is good',
  }),
};

export type WorkerConfig = Config<typeof declaration>;

export const readWorkerConfig = (): WorkerConfig => readConfig(declaration, process.env);

function each(
  variable: Variable<readonly string[]>,
  isValid: (item: string) => boolean,
  expected: string,
): Variable<readonly string[]> {
  return checked(variable, (items) => items.every(isValid), expected);
}

function checked<T>(variable: Variable<T>, isValid: (value: T) => boolean, expected: string): Variable<T> {
  return {
    ...variable,
    parse: (raw) => {
      const parsed = variable.parse(raw);
      return !parsed.ok || isValid(parsed.value) ? parsed : { ok: false, expected };
    },
  };
}

function isHttpUrl(item: string): boolean {
  return /^https?:\/\//i.test(item) && URL.canParse(item);
}
