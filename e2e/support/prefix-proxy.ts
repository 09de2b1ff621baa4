import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '@vedette/test-kit/certificates';

/** Ends TLS and takes a prefix from the path, as an ingress does. The Host stays as the browser sent it. */
export class PrefixProxy {
  readonly #server: Server;
  readonly #prefix: string;
  #upstream = '';

  private constructor(server: Server, prefix: string) {
    this.#server = server;
    this.#prefix = prefix;
  }

  static async start(prefix: string): Promise<PrefixProxy> {
    const server = createServer({ ...(await createCertificate(['localhost'])) });
    const proxy = new PrefixProxy(server, prefix);
    server.on('request', (asked, answer) => {
      const { url = '', method = 'GET', headers } = asked;
      if (!url.startsWith(`${prefix}/`)) {
        answer.writeHead(404).end();
        return;
      }
      const passed = request(new URL(url.slice(prefix.length), proxy.#upstream), { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      passed.once('error', () => answer.destroy());
      answer.once('close', () => passed.destroy());
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return proxy;
  }

  /** The address that the outside knows. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `https://localhost:${port}${this.#prefix}`;
  }

  passTo(upstream: string): void {
    this.#upstream = upstream;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
