import type { DomainRegistration } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import type { Rdap } from './rdap.ts';
import { silent, type RegistryAnswer } from './registry-answer.ts';
import { isFresh, standsIn } from './registration.ts';
import type { Whois } from './whois.ts';

/** A registry gets this long even if the monitor that asked has less time: the answer is kept for the next check. */
const ASK_MS = 30_000;
/** A registry that did not answer is asked again sooner, because nothing may be known about the domain yet. */
const RETRY_MS = 5 * 60_000;
const MAX_REMEMBERED = 20_000;

export type KnownRegistration =
  { readonly ok: true; readonly registration: DomainRegistration } | { readonly ok: false; readonly reason: string };

interface Answered {
  readonly answer: RegistryAnswer;
  readonly at: Date;
}

/** A query that is in flight or has been answered. */
class Question {
  readonly answered: Promise<Answered>;
  settled: Answered | null = null;

  /** `ask` never rejects: a rejection kept here would fail every later check of that domain. */
  constructor(ask: () => Promise<RegistryAnswer>) {
    this.answered = this.#settle(ask);
  }

  async #settle(ask: () => Promise<RegistryAnswer>): Promise<Answered> {
    this.settled = { answer: await ask(), at: new Date() };
    return this.settled;
  }
}

/** Registrations of domains. All monitors of a domain share its answer, which is renewed at most once an interval. */
export class Registry {
  readonly #questions = new Map<string, Question>();
  readonly #rdap: Rdap;
  readonly #whois: Whois;
  readonly #intervalMs: number;
  readonly #closing = new AbortController();

  constructor(rdap: Rdap, whois: Whois, intervalMs: number) {
    this.#rdap = rdap;
    this.#whois = whois;
    this.#intervalMs = intervalMs;
  }

  /** `known` is the monitor's last good answer. Returns null when the deadline ended before any answer. */
  async registrationOf(
    domain: string,
    known: DomainRegistration | null,
    deadline: Deadline,
  ): Promise<KnownRegistration | null> {
    const now = new Date();
    const fallback = standsIn(known, domain, now) ? known : null;
    if (fallback !== null && isFresh(fallback, now, this.#intervalMs)) return { ok: true, registration: fallback };
    const question = this.#ask(domain, now);
    const answered = question.settled ?? (await untilEnd(question.answered, deadline));
    if (answered?.answer.kind === 'registered') {
      const expiresAt = answered.answer.expiresAt.toISOString();
      return { ok: true, registration: { domain, expiresAt, checkedAt: answered.at.toISOString() } };
    }
    if (answered?.answer.kind === 'fault') return { ok: false, reason: answered.answer.reason };
    if (fallback !== null) return { ok: true, registration: fallback };
    return answered === null ? null : { ok: false, reason: answered.answer.reason };
  }

  /** Cancels open queries. */
  close(): void {
    this.#closing.abort();
  }

  #ask(domain: string, now: Date): Question {
    const before = this.#questions.get(domain);
    if (before !== undefined && (before.settled === null || !this.#isDue(before.settled, now))) return before;
    const question = new Question(() => this.#consult(domain));
    // Moved to the end, so that the first entry is the query that was sent longest ago.
    this.#questions.delete(domain);
    this.#questions.set(domain, question);
    const [oldest] = this.#questions.keys();
    if (this.#questions.size > MAX_REMEMBERED && oldest !== undefined) this.#questions.delete(oldest);
    return question;
  }

  #isDue({ answer, at }: Answered, now: Date): boolean {
    const waitMs = answer.kind === 'silent' ? Math.min(RETRY_MS, this.#intervalMs) : this.#intervalMs;
    return now.getTime() - at.getTime() >= waitMs;
  }

  async #consult(domain: string): Promise<RegistryAnswer> {
    const deadline = Deadline.after(ASK_MS, this.#closing.signal);
    try {
      return (await this.#rdap.ask(domain, deadline)) ?? (await this.#whois.ask(domain, deadline));
    } catch (error) {
      // If an answer makes our code throw, the registry counts as silent and is asked again after the same delay.
      return silent(domain, `it could not be asked (${error instanceof Error ? error.name : 'unknown error'})`);
    } finally {
      deadline.clear();
    }
  }
}

/** Null when the deadline ended first; the query continues. */
function untilEnd(answer: Promise<Answered>, deadline: Deadline): Promise<Answered | null> {
  return new Promise((resolve, reject) => {
    const release = deadline.onEnd(() => resolve(null));
    void answer.then(resolve, reject).finally(release);
  });
}
