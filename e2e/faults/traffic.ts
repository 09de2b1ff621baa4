import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../support/api-client.ts';
import { Load } from '../support/load.ts';
import type { FailoverClient } from './failover-client.ts';
import type { KeyedMutation, MutationKind, RequestRecord } from './truth.ts';
import type { World } from './world.ts';

const READ_EVERY_MS = 100;
const KINDS: readonly MutationKind[] = ['monitor-created', 'monitor-renamed', 'update-posted'];

/** Users of the API: readers without a pause, and writers that repeat a request under its key until it is answered. */
export class Traffic {
  readonly mutations: KeyedMutation[] = [];
  readonly requests: RequestRecord[] = [];
  /** The only fault in effect is the kill of one replica. */
  isDuringSingleKill = false;
  newestMessage: string | null = null;
  readonly #world: World;
  readonly #client: FailoverClient;
  readonly #readers = new Load();
  readonly #runId: string;
  #count = 0;

  /** The id keeps the keys of one run apart from those of another one. */
  constructor(world: World, client: FailoverClient, runId: string) {
    this.#world = world;
    this.#client = client;
    this.#runId = runId;
  }

  startReading(): void {
    const { page, published, renamed } = this.#world;
    const paths = [
      '/api/v1/monitors?limit=10',
      `/api/v1/monitors/${renamed.id}`,
      '/api/v1/incidents?limit=10',
      `/api/v1/status-pages/${page.id}`,
      `/api/v1/status-incidents/${published.id}`,
      '/api/v1/webhook-endpoints',
    ];
    let turn = 0;
    this.#readers.add('reader', READ_EVERY_MS, async () => {
      const path = paths[(turn += 1) % paths.length] ?? '';
      await this.#record(`GET ${path}`, (signal) => this.#client.send((api) => api.get(path), signal));
    });
  }

  async stopReading(): Promise<void> {
    await this.#readers.end();
    if (this.#readers.failures.length > 0) throw new Error(this.#readers.failures.join('\n'));
  }

  /** Sends mutations one after the other begins, and returns when all of them are answered. */
  async mutate(count: number, everyMs: number, signal: AbortSignal): Promise<void> {
    const sent: Promise<void>[] = [];
    for (let i = 0; i < count; i += 1) {
      sent.push(this.#mutateOnce(signal));
      await sleep(everyMs);
    }
    await Promise.all(sent);
  }

  async #mutateOnce(signal: AbortSignal): Promise<void> {
    const number = (this.#count += 1);
    const kind = KINDS[number % KINDS.length] ?? 'monitor-created';
    const key = `${this.#runId}-${number}`;
    const mark = `${kind} ${number}`;
    const answer = await this.#record(`${kind} ${key}`, (giveUp) => this.#send(kind, key, mark, giveUp), signal);
    this.mutations.push({ key, kind, mark, status: answer?.status ?? null });
    if (kind === 'update-posted' && answer?.status === 201) this.newestMessage = mark;
  }

  #send(kind: MutationKind, key: string, mark: string, signal: AbortSignal) {
    const { renamed, published } = this.#world;
    const headers = { 'idempotency-key': key };
    return this.#client.send<unknown>((api) => {
      switch (kind) {
        case 'monitor-created':
          return api.post('/api/v1/monitors', { name: mark, type: 'CRON' }, headers);
        case 'monitor-renamed':
          return api.patch(`/api/v1/monitors/${renamed.id}`, { name: mark }, headers);
        case 'update-posted': {
          const update = { state: 'IDENTIFIED', message: mark };
          return api.post(`/api/v1/status-incidents/${published.id}/updates`, update, headers);
        }
      }
    }, signal);
  }

  async #record(
    what: string,
    send: (signal: AbortSignal) => ReturnType<FailoverClient['send']>,
    signal: AbortSignal = AbortSignal.timeout(60_000),
  ): Promise<ApiResponse | undefined> {
    const at = Date.now();
    const began = this.isDuringSingleKill;
    const { answer, failuresInARow } = await send(signal);
    const isDuringSingleKill = began && this.isDuringSingleKill;
    this.requests.push({ what, at, failuresInARow, isDuringSingleKill });
    return answer;
  }
}
