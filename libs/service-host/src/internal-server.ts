import type { Logger, Metrics } from '@vedette/telemetry';
import { HttpListener, type ListenerPlace } from './http/http-listener.ts';
import { HTTP_LIMITS } from './http/http-limits.ts';

export interface ReadinessCheck {
  readonly name: string;
  /** Rejects, or returns a reason, if the service should get no work. */
  check(): Promise<string | null>;
}

/** Answers from memory, by the query of the request. */
export type OwnAnswer = (query: URLSearchParams) => { readonly status: number; readonly body: object };

const CHECK_TIMEOUT_MS = 2_000;
const NOT_FOUND = { status: 404, body: { status: 'not found' } };

/**
 * Answers Kubernetes, Prometheus and an edge on a separate port. `/live` checks no dependency; `/ready` checks all of them now.
 * `/serving` succeeds once each dependency has been seen, until the service drains. Later failures do not count:
 * otherwise a store that goes away would take all replicas out of service.
 */
export class InternalServer {
  readonly #listener: HttpListener;
  readonly #registry: Metrics['registry'];
  readonly #servesWithout: ReadonlySet<string>;
  readonly #checks: ReadinessCheck[] = [];
  readonly #unseen = new Set<ReadinessCheck>();
  readonly #answers = new Map<string, OwnAnswer>();
  #reasonNotReady: string | null = 'starting';

  /** `servesWithout` names the checks that `/serving` does not wait for. */
  constructor(
    { registry }: Pick<Metrics, 'registry'>,
    logger: Pick<Logger, 'warn'>,
    servesWithout: readonly string[] = [],
  ) {
    this.#registry = registry;
    this.#servesWithout = new Set(servesWithout);
    this.#listener = new HttpListener(
      HTTP_LIMITS.internal,
      (request, response) => {
        this.#answer(request.url ?? '/').then(
          ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
          () => response.writeHead(500).end(),
        );
      },
      (error) => logger.warn({ error }, 'the internal port failed'),
    );
  }

  addCheck(check: ReadinessCheck): void {
    this.#checks.push(check);
    if (!this.#servesWithout.has(check.name)) this.#unseen.add(check);
  }

  /** Adds a path that the service itself answers. */
  addAnswer(path: string, answer: OwnAnswer): void {
    this.#answers.set(path, answer);
  }

  markReady(): void {
    this.#reasonNotReady = null;
  }

  markDraining(): void {
    this.#reasonNotReady = 'draining';
  }

  listen(place: ListenerPlace): Promise<number> {
    return this.#listener.listen(place);
  }

  close(): Promise<void> {
    return this.#listener.cut();
  }

  /** Empty if the service should get work; each dependency is checked now. */
  async reasonsNotReady(): Promise<string[]> {
    if (this.#reasonNotReady !== null) return [this.#reasonNotReady];
    const reasons = await Promise.all(this.#checks.map(runCheck));
    return reasons.filter((reason) => reason !== null);
  }

  async #answer(url: string): Promise<{ status: number; type: string; body: string }> {
    const [path = '', query] = url.split('?', 2);
    switch (path) {
      case '/live':
        return json(200, { status: 'live' });
      case '/ready': {
        const reasons = await this.reasonsNotReady();
        return reasons.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reasons });
      }
      case '/serving': {
        const reasons = await this.#reasonsNotServing();
        return reasons.length === 0 ? json(200, { status: 'serving' }) : json(503, { status: 'not serving', reasons });
      }
      case '/metrics':
        return { status: 200, type: this.#registry.contentType, body: await this.#registry.metrics() };
      default: {
        const { status, body } = this.#answers.get(path)?.(new URLSearchParams(query)) ?? NOT_FOUND;
        return json(status, body);
      }
    }
  }

  async #reasonsNotServing(): Promise<string[]> {
    if (this.#reasonNotReady !== null) return [this.#reasonNotReady];
    const reasons = await Promise.all(
      [...this.#unseen].map(async (check) => {
        const reason = await runCheck(check);
        if (reason === null) this.#unseen.delete(check);
        return reason;
      }),
    );
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
