import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiResponse, ErrorEnvelope } from '../support/api-client.ts';
import { NoAnswer } from '../support/http-answer.ts';

/** Longer than the 5 s after which a gateway answers for a service that does not. */
const TIMEOUT_MS = 7_000;
const PAUSE_MS = 100;

export interface Answered<T> {
  /** Undefined if no attempt was answered before the client gave up. */
  readonly answer: ApiResponse<T> | undefined;
  /** How attempts failed, the most that did directly after each other. A key in progress is an answer, not a failure. */
  readonly failuresInARow: readonly string[];
}

export type Call<T> = (api: ApiClient) => Promise<ApiResponse<T>>;

/** Sends each request to one gateway, and goes to the other one when an attempt fails. */
export class FailoverClient {
  readonly #gateways: readonly ApiClient[];
  #turn = 0;

  constructor(gateways: readonly ApiClient[]) {
    this.#gateways = gateways.map((api) => api.within(TIMEOUT_MS));
  }

  /** Repeats the request until it is answered, or until the signal says that it is no longer worth it. */
  async send<T>(call: Call<T>, signal: AbortSignal): Promise<Answered<T>> {
    let failures: string[] = [];
    let most: readonly string[] = [];
    for (let gateway = (this.#turn += 1); ; gateway += 1) {
      const answer = await this.#attempt(call, gateway);
      const isBusy = answer !== undefined && isInProgress(answer);
      if (answer !== undefined && answer.status < 500 && !isBusy) return { answer, failuresInARow: most };
      failures = isBusy ? [] : [...failures, failureOf(answer)];
      if (failures.length > most.length) most = failures;
      if (signal.aborted) return { answer: undefined, failuresInARow: most };
      await sleep(PAUSE_MS);
    }
  }

  /** Undefined when there was no whole answer. An answer outside the contract fails the test. */
  async #attempt<T>(call: Call<T>, gateway: number): Promise<ApiResponse<T> | undefined> {
    const api = this.#gateways[gateway % this.#gateways.length];
    if (api === undefined) throw new Error('There is no gateway');
    try {
      return await call(api);
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  }
}

function failureOf(answer: ApiResponse | undefined): string {
  if (answer === undefined) return 'no answer';
  return `${answer.status} ${(answer.body as Partial<ErrorEnvelope>).error?.requestId ?? ''}`;
}

function isInProgress({ status, body }: ApiResponse): boolean {
  return status === 409 && (body as Partial<ErrorEnvelope>).error?.code === 'idempotency_in_progress';
}
