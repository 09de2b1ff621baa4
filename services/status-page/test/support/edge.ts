import { launch, reservePort, type Launched } from '@vedette/local-stores';
import { inRepository, waitFor } from '@vedette/test-kit';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { ask } from './http.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The names in the certificate that the edge showed. */
  readonly names: string | undefined;
}

/**
 * Caddy with the configuration of compose. Only ports and the directory are others, and certificates come from its own
 * issuer instead of a public one.
 */
export class Edge {
  readonly #launched: Launched;
  readonly #directory: string;
  readonly #httpPort: number;
  readonly #httpsPort: number;

  private constructor(launched: Launched, directory: string, httpPort: number, httpsPort: number) {
    this.#launched = launched;
    this.#directory = directory;
    this.#httpPort = httpPort;
    this.#httpsPort = httpsPort;
  }

  static async start(caddy: string, publicPort: number, internalPort: number): Promise<Edge> {
    const directory = await mkdtemp(join(tmpdir(), 'vedette-edge-'));
    const [httpPort, httpsPort] = [await reservePort(), await reservePort()];
    const own = ['local_certs', 'skip_install_trust', 'admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`];
    const text = (await readFile(inRepository('deploy/edge/Caddyfile'), 'utf8'))
      .replace('{\n', `{\n\t${own.join('\n\t')}\n\tstorage file_system ${directory}\n`)
      .replaceAll('status-page:9090', `127.0.0.1:${internalPort}`)
      .replaceAll('status-page:8081', `127.0.0.1:${publicPort}`);
    const config = join(directory, 'Caddyfile');
    await writeFile(config, text);
    const launched = await launch({
      command: caddy,
      args: ['run', '--config', config, '--adapter', 'caddyfile'],
      env: {
        HOME: directory,
        API_HOST: 'api.edge.test',
        STATUS_HOST: 'status.edge.test',
        HEARTBEAT_HOST: 'ping.edge.test',
        CONSOLE_HOST: 'console.edge.test',
      },
      stopSignal: 'SIGTERM',
      output: 'pipe',
    });
    const edge = new Edge(launched, directory, httpPort, httpsPort);
    await waitFor('the edge', () => edge.get('status.edge.test', '/_/ready').then(({ status }) => status === 200));
    return edge;
  }

  /** Requests a page over TLS, from a client that trusts the issuer. Rejects when the handshake fails. */
  async get(host: string, path = '/'): Promise<Reply> {
    const ca = await readFile(join(this.#directory, 'pki/authorities/local/root.crt'));
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#httpsPort,
        servername: host,
        headers: { host },
        path,
        ca,
        agent: false,
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const names = (response.socket as TLSSocket).getPeerCertificate().subjectaltname;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8'), names });
        });
      });
      sent.end();
    });
  }

  /** Where a request without TLS is sent on to. */
  async redirectOf(host: string): Promise<string | undefined> {
    return (await ask(this.#httpPort, '/', { headers: { host } })).headers.location;
  }

  async stop(): Promise<void> {
    await this.#launched.stop(5_000);
    await rm(this.#directory, { recursive: true, force: true });
  }
}
