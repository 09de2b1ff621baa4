import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@vedette/configuration';
import { declaration } from './config.ts';

const read = (env: Record<string, string>) => readConfig(declaration, { NATS_URL: 'nats://127.0.0.1', ...env });

describe('the environment', () => {
  it('needs no more than NATS', () => {
    expect(read({})).toMatchObject({
      region: 'default',
      concurrency: 1000,
      slowSharePercent: 33,
      allowPrivateTargets: false,
      dnsServers: [],
      canaryUrls: [],
      rdapBootstrapUrl: 'https://data.iana.org/rdap/dns.json',
      whoisServer: 'whois.iana.org:43',
      registryIntervalSeconds: 3600,
    });
  });

  it('takes lists', () => {
    const config = read({
      CHECK_DNS_SERVERS: '192.0.2.53, 192.0.2.53:5353,[2001:db8::53]:53,2001:db8::53',
      CHECK_CANARY_URLS: 'https://a.example/,http://b.example',
    });
    expect(config.dnsServers).toHaveLength(4);
    expect(config.canaryUrls).toEqual(['https://a.example/', 'http://b.example']);
  });

  it.each<[Record<string, string>, string]>([
    [{ CHECK_CONCURRENCY: '9' }, 'CHECK_CONCURRENCY must be a whole number from 10 to 20000, not "9"'],
    [{ WORKER_REGION: 'r'.repeat(64) }, `WORKER_REGION must be at most 63 characters, not "${'r'.repeat(64)}"`],
    [{ CHECK_SLOW_SHARE: '0' }, 'CHECK_SLOW_SHARE must be a whole number from 1 to 90, not "0"'],
    [{ CHECK_DNS_SERVERS: 'dns.example' }, 'CHECK_DNS_SERVERS must be DNS servers by address, not "dns.example"'],
    [
      { CHECK_WHOIS_SERVER: 'whois.example:99999' },
      'CHECK_WHOIS_SERVER must be the address of a WHOIS server, not "whois.example:99999"',
    ],
    [{ CHECK_CANARY_URLS: 'a.example' }, 'CHECK_CANARY_URLS must be http or https addresses, not "a.example"'],
  ])('refuses %p', (env, fault) => {
    expect(() => read(env)).toThrow(fault);
  });
});
