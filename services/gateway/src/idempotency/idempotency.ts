import { ApiError, type Idempotency, type Operation } from '@vedette/contract';
import type { RpcAnswer } from '@vedette/messaging';
import type { Logger } from '@vedette/telemetry';
import type { IdempotencyRepository, KeyUse, StoredUse } from './idempotency.repository.ts';

/** Added to the operation's deadline: after that, the request has been answered or its gateway has died. */
const LEASE_MARGIN_MS = 2_000;
const CLAIM_ATTEMPTS = 3;

export interface Answer extends RpcAnswer {
  readonly status: number;
}

export interface KeyedRequest {
  /** To whom the key belongs: an organization, or a person. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly operation: Operation;
}

export type Run = (idempotency: Idempotency) => Promise<Answer>;

type Held =
  { kind: 'claimed'; use: KeyUse } | { kind: 'answered'; answer: Answer } | { kind: 'kept-by-its-owner'; use: KeyUse };

/** Runs a keyed mutation at most once at a time, and answers every repetition with the first answer. */
export class IdempotencyGate {
  readonly #repository: IdempotencyRepository;
  readonly #logger: Logger;

  constructor(repository: IdempotencyRepository, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
  }

  async run(request: KeyedRequest, run: Run): Promise<Answer> {
    const held = await this.#hold(request);
    switch (held.kind) {
      case 'answered':
        return held.answer;
      case 'kept-by-its-owner':
        return run(idempotencyOf(held.use, request));
      case 'claimed':
        return this.#runClaimed(held.use, request, run);
    }
  }

  async #hold(request: KeyedRequest): Promise<Held> {
    const { scope, key, fingerprint, operation } = request;
    // The row can be freed between the failed claim and the read; the claim is then tried again.
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
      const use = await this.#repository.claim(scope, key, fingerprint, operation.deadlineMs + LEASE_MARGIN_MS);
      if (use !== undefined) return { kind: 'claimed', use };
      const stored = await this.#repository.find(scope, key);
      if (stored !== undefined) return heldBy(request, stored);
    }
    throw ApiError.idempotencyInProgress();
  }

  async #runClaimed(use: KeyUse, request: KeyedRequest, run: Run): Promise<Answer> {
    try {
      const answer = await run(idempotencyOf(use, request));
      // Answers that are secret or large are stored only by their owner, which answers repetitions.
      const body = request.operation.sensitive === true || answer.rest !== undefined ? null : answer.body;
      // The owner's row is authoritative: if this copy fails, a repetition only needs one more request to the owner.
      await this.#store(() => this.#repository.complete(use, answer.status, body));
      return answer;
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code !== 'internal_error';
      await this.#store(() => (isRefusal ? this.#repository.free(use) : this.#repository.release(use)));
      throw error;
    }
  }

  async #store(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#logger.warn({ error }, 'the outcome of a keyed request could not be stored');
    }
  }
}

function heldBy({ scope, key, fingerprint }: KeyedRequest, stored: StoredUse): Held {
  if (!stored.fingerprint.equals(fingerprint)) throw ApiError.idempotencyConflict();
  if (stored.status === null) throw ApiError.idempotencyInProgress();
  if (stored.body === null) {
    return { kind: 'kept-by-its-owner', use: { scope, key, createdAt: stored.createdAt } };
  }
  return { kind: 'answered', answer: { status: stored.status, body: stored.body, rest: undefined, isReplayed: true } };
}

function idempotencyOf(use: KeyUse, { fingerprint }: KeyedRequest): Idempotency {
  return { key: use.key, fingerprint: fingerprint.toString('hex'), createdAt: use.createdAt.toISOString() };
}
