import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vedette/test-kit';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { RegistryServer } from '@vedette/test-kit/registry-server';

const LOOPBACK = '127.0.0.1';

/** The response of the web server for one path. */
export interface WebPage {
  status: number;
  body: string;
  delayMs: number;
  /** Requests so far. */
  requests: number;
}

/** Everything that the eight kinds of monitors watch, on this machine, behaving as a test says. */
export class CheckTargets {
  readonly #pages = new Map<string, WebPage>();
  readonly #http: Server;
  readonly #https: HttpsServer;
  #tcp = createTcpServer((socket) => socket.destroy());

  private constructor(
    /** Nobody else gets it while it is closed. */
    readonly port: number,
    readonly dns: DnsServer,
    readonly registry: RegistryServer,
    private readonly authority: KeyPair,
    private readonly directory: string,
    certificate: KeyPair,
  ) {
    this.#http = createHttpServer(({ url = '' }, response) => {
      const page = this.page(url.slice(1));
      page.requests += 1;
      const { status, body, delayMs } = page;
      setTimeout(() => response.writeHead(status).end(body), delayMs);
    });
    this.#https = createHttpsServer({ ...certificate }, (_, response) => response.end('hello'));
  }

  static async start(): Promise<CheckTargets> {
    const [port, dns, registry, authority, directory] = await Promise.all([
      freePort(),
      DnsServer.start(),
      RegistryServer.start(['example'], LOOPBACK),
      createAuthority('Test root'),
      mkdtemp(join(tmpdir(), 'vedette-targets-')),
    ]);
    const certificate = await createCertificate([LOOPBACK], { issuer: authority });
    const targets = new CheckTargets(port, dns, registry, authority, directory, certificate);
    await writeFile(targets.authorityFile, authority.cert);
    targets.#http.listen(0, LOOPBACK);
    targets.#https.listen(0, LOOPBACK);
    await Promise.all([once(targets.#http, 'listening'), once(targets.#https, 'listening'), targets.openPort()]);
    return targets;
  }

  get authorityFile(): string {
    return join(this.directory, 'root.pem');
  }

  /** Made when it is first asked for; it answers well until it is told otherwise. */
  page(path: string): WebPage {
    const page = this.#pages.get(path) ?? { status: 200, body: 'hello world', delayMs: 0, requests: 0 };
    this.#pages.set(path, page);
    return page;
  }

  pageUrl(path: string): string {
    return `http://${LOOPBACK}:${(this.#http.address() as AddressInfo).port}/${path}`;
  }

  get secureUrl(): string {
    return `https://${LOOPBACK}:${(this.#https.address() as AddressInfo).port}/`;
  }

  /** The environment by which workers find all of these targets. */
  get workerEnvironment(): Record<string, string> {
    return {
      NODE_EXTRA_CA_CERTS: this.authorityFile,
      CHECK_DNS_SERVERS: this.dns.address,
      CHECK_RDAP_BOOTSTRAP_URL: this.registry.bootstrapUrl,
      CHECK_WHOIS_SERVER: this.registry.whoisServer,
      CHECK_REGISTRY_INTERVAL_SECONDS: '0',
    };
  }

  async openPort(): Promise<void> {
    this.#tcp = createTcpServer((socket) => socket.destroy());
    this.#tcp.listen(this.port, LOOPBACK);
    await once(this.#tcp, 'listening');
  }

  async closePort(): Promise<void> {
    this.#tcp.close();
    await once(this.#tcp, 'close');
  }

  /** From here on the web server shows a certificate that is good for so many days; negative ones are over. */
  async showCertificate(days: number): Promise<void> {
    const options = { issuer: this.authority, validToDays: days };
    this.#https.setSecureContext({ ...(await createCertificate([LOOPBACK], options)) });
  }

  expireDomain(domain: string, days: number): void {
    this.registry.rdap.set(domain, { expires: new Date(Date.now() + days * 86_400_000).toISOString() });
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    this.#https.closeAllConnections();
    for (const server of [this.#http, this.#https, this.#tcp]) server.close();
    await Promise.all([this.dns.close(), this.registry.close(), rm(this.directory, { recursive: true, force: true })]);
  }
}
