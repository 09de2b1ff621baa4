import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface ReadinessCheck {
  readonly name: string;
  /** Rejects or answers a reason when the service should get no work. */
  check(): Promise<string | null>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** What Kubernetes and Prometheus ask, on a port of its own. Liveness touches no dependency. */
export class InternalServer {
  readonly #server: Server;
  readonly #registry: Registry;
  readonly #checks: ReadinessCheck[] = [];
  #reasonNotReady: string | null = 'starting';

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#server = createServer((request, response) => {
      this.#answer(request.url ?? '/').then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        () => response.writeHead(500).end(),
      );
    });
  }

  addCheck(check: ReadinessCheck): void {
    this.#checks.push(check);
  }

  markReady(): void {
    this.#reasonNotReady = null;
  }

  markDraining(): void {
    this.#reasonNotReady = 'draining';
  }

  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(url: string): Promise<{ status: number; type: string; body: string }> {
    switch (url.split('?')[0]) {
      case '/live':
        return json(200, { status: 'live' });
      case '/ready': {
        const reasons = await this.#reasonsNotReady();
        return reasons.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reasons });
      }
      case '/metrics':
        return { status: 200, type: this.#registry.contentType, body: await this.#registry.metrics() };
      default:
        return json(404, { status: 'not found' });
    }
  }

  async #reasonsNotReady(): Promise<string[]> {
    if (this.#reasonNotReady !== null) return [this.#reasonNotReady];
    const reasons = await Promise.all(this.#checks.map(runCheck));
    return reasons.filter((reason) => reason !== null);
  }
}

async function runCheck(readiness: ReadinessCheck): Promise<string | null> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(resolve, CHECK_TIMEOUT_MS, 'no answer').unref();
  });
  const reason = await Promise.race([readiness.check(), timeout]).catch(() => 'failing');
  return reason === null ? null : `${readiness.name}: ${reason}`;
}

function json(status: number, body: object) {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
