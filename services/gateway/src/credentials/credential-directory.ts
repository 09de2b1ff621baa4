import {
  hashApiKey,
  isWellFormedKey,
  type Credential,
  type CredentialChange,
  type KeyCredential,
  type SessionCredential,
} from '@vedette/contract';
import { Gatherer, Unanswered } from '@vedette/messaging';
import type { Counter, Metrics } from '@vedette/telemetry';
import { afterSilence, STANDS_MS, trustIn } from './credential-trust.ts';
import { isWellFormedToken } from './session-cookie.ts';

const MAX_KNOWN = 10_000;
/** Apart from the known ones, so that a flood of invented keys drives none of them out. */
const MAX_UNKNOWN = 1_000;
const MAX_ASKED_AT_ONCE = 500;
/** Each takes about 200 bytes. */
const MAX_HASHES = 10_000;

interface Entry {
  /** Undefined if nobody may use it. */
  readonly credential: Credential | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly answeredAt: number;
  askedAt: number;
}

interface Question {
  readonly askedAt: number;
  readonly entry: Promise<Entry>;
}

/** Asks the account service who presents credentials with these hashes. */
export type AskCredentials = (hashes: string[]) => Promise<readonly (Credential | null)[]>;

/**
 * Finds the caller of a credential. The account service is asked, its answers are remembered by the hash of what was
 * presented, and an answer of the last five minutes stands while the service is silent.
 */
export class CredentialDirectory {
  readonly #ask: AskCredentials;
  readonly #clock: () => number;
  readonly #unanswered: Counter;
  /** Both are ordered by the age of their answers. */
  readonly #known = new Map<string, Entry>();
  readonly #unknown = new Map<string, Entry>();
  /**
   * Hashes by the credential itself, of those that were known when they came: hashing costs a request as much as all else
   * about its credential. What a hash stands for is always asked of `known`.
   */
  readonly #hashes = new Map<string, string>();
  /** Requests with the same credential share one question. */
  readonly #questions = new Map<string, Question>();
  readonly #gatherer = new Gatherer<string, Credential | null | Error>({
    size: MAX_ASKED_AT_ONCE,
    concurrency: Infinity,
    run: (hashes) => this.#askAll([...hashes]),
  });

  constructor(ask: AskCredentials, metrics: Metrics, clock: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#clock = clock;
    this.#unanswered = metrics.counter('credentials_unanswered_total', 'Credentials asked about without an answer');
    for (const [kind, entries] of Object.entries({ known: this.#known, unknown: this.#unknown })) {
      const observe = (): number => entries.size;
      metrics.observedGauge('credentials_remembered', 'Answers about credentials that are kept', observe, { kind });
    }
  }

  /** A promise only if the account service must be asked first: a request with a recent answer does not wait. */
  find(key: string, now: Date): KeyCredential | undefined | Promise<KeyCredential | undefined> {
    const entry = this.#entryOf(key, isWellFormedKey);
    return entry instanceof Promise ? entry.then((learnt) => keyOf(learnt, now)) : keyOf(entry, now);
  }

  async findSession(token: string, now: Date): Promise<SessionCredential | undefined> {
    return sessionOf(await this.#entryOf(token, isWellFormedToken), now);
  }

  /** Forgets what a change concerns. Unknown credentials and questions under way may be about it, so they go too. */
  forget(change: CredentialChange): void {
    for (const [hash, { credential }] of this.#known) if (concerns(change, credential)) this.#known.delete(hash);
    this.#hashes.clear();
    this.#unknown.clear();
    this.#questions.clear();
  }

  /** Undefined for a text that cannot be a credential; the account service is not asked about it. */
  #entryOf(secret: string, isWellFormed: (secret: string) => boolean): Entry | undefined | Promise<Entry> {
    const kept = this.#hashes.get(secret);
    const hash = kept ?? hashApiKey(secret);
    const entry = this.#recall(hash);
    if (kept === undefined && entry?.credential !== undefined) this.#keepHash(secret, hash);
    if (entry === undefined && !isWellFormed(secret)) return undefined;
    const trust = trustIn(entry, this.#clock());
    if (entry === undefined || trust === 'ask') return this.#learn(hash);
    // If this fails, the entry is soon no longer believed, and requests wait for an answer.
    if (trust === 'refresh') this.#learn(hash).catch(() => undefined);
    return entry;
  }

  /** Unknown credentials are not kept: their senders choose how long they are. */
  #keepHash(secret: string, hash: string): void {
    if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear();
    this.#hashes.set(secret, hash);
  }

  #learn(hash: string): Promise<Entry> {
    const underWay = this.#questions.get(hash);
    if (underWay !== undefined) return underWay.entry;
    const question: Question = {
      askedAt: this.#clock(),
      entry: this.#outcome(hash).then((outcome) => this.#judge(hash, question, outcome)),
    };
    this.#questions.set(hash, question);
    return question.entry;
  }

  /** Asks twice if nothing stands in for an answer: one replica that hangs or was just killed then costs no request. */
  async #outcome(hash: string): Promise<Credential | null | Error> {
    const outcome = await this.#gatherer.add(hash);
    const fails = outcome instanceof Unanswered && afterSilence(this.#recall(hash), this.#clock()) === 'fail';
    return fails ? this.#gatherer.add(hash) : outcome;
  }

  #judge(hash: string, question: Question, outcome: Credential | null | Error): Entry {
    // A question that is gone was forgotten: its answer may be older than the change.
    const isCurrent = this.#questions.get(hash) === question;
    if (isCurrent) this.#questions.delete(hash);
    if (outcome instanceof Unanswered) return this.#afterSilence(hash, question.askedAt, outcome);
    if (outcome instanceof Error) throw outcome;
    const entry = entryOf(outcome, question.askedAt);
    if (isCurrent) this.#remember(hash, entry);
    return entry;
  }

  #afterSilence(hash: string, askedAt: number, silence: Unanswered): Entry {
    this.#unanswered.inc();
    const known = this.#recall(hash);
    if (known === undefined || afterSilence(known, this.#clock()) === 'fail') throw silence;
    known.askedAt = askedAt;
    return known;
  }

  #recall(hash: string): Entry | undefined {
    return this.#known.get(hash) ?? this.#unknown.get(hash);
  }

  #remember(hash: string, entry: Entry): void {
    this.#known.delete(hash);
    this.#unknown.delete(hash);
    const [entries, most] = entry.credential === undefined ? [this.#unknown, MAX_UNKNOWN] : [this.#known, MAX_KNOWN];
    entries.set(hash, entry);
    for (const [oldest, { answeredAt }] of entries) {
      if (entries.size <= most && entry.answeredAt - answeredAt < STANDS_MS) break;
      entries.delete(oldest);
    }
  }

  /** Returns a failure as the outcome of each, because the gatherer would ask again for each that is rejected. */
  async #askAll(hashes: string[]): Promise<readonly (Credential | null | Error)[]> {
    try {
      return await this.#ask(hashes);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return hashes.map(() => failure);
    }
  }
}

function entryOf(credential: Credential | null, askedAt: number): Entry {
  const expiresAt = credential?.expiresAt ?? null;
  return {
    credential: credential ?? undefined,
    expiresAt: expiresAt === null ? Infinity : Date.parse(expiresAt),
    answeredAt: askedAt,
    askedAt,
  };
}

/** What was presented as a key must be one: the token of a session works in its cookie only. */
function keyOf(entry: Entry | undefined, now: Date): KeyCredential | undefined {
  const credential = usable(entry, now);
  return credential?.kind === 'key' ? credential : undefined;
}

function sessionOf(entry: Entry | undefined, now: Date): SessionCredential | undefined {
  const credential = usable(entry, now);
  return credential?.kind === 'session' ? credential : undefined;
}

function usable(entry: Entry | undefined, now: Date): Credential | undefined {
  return entry !== undefined && now.getTime() < entry.expiresAt ? entry.credential : undefined;
}

function concerns(change: CredentialChange, credential: Credential | undefined): boolean {
  if (credential === undefined) return false;
  return 'keyId' in change
    ? credential.kind === 'key' && credential.caller.keyId === change.keyId
    : credential.kind === 'session' && credential.person.id === change.personId;
}
