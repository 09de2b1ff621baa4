import { lifetimeMs } from './answer-lifetime.ts';
import type { DnsAnswer } from './dns-answer.ts';
import type { HostResolver } from './resolvers.ts';

/** About 10 MB of names with their addresses. */
const MOST_NAMES = 20_000;

interface Remembered {
  readonly answer: DnsAnswer;
  readonly until: number;
}

/** Uses answers again while they live. Questions for one name at the same time are asked once. */
export class RememberingResolver implements HostResolver {
  /** The one that was asked last is the last. */
  readonly #answers = new Map<string, Remembered>();
  readonly #asking = new Map<string, Promise<DnsAnswer>>();

  readonly #resolver: HostResolver;
  readonly #mostNames: number;

  constructor(resolver: HostResolver, mostNames = MOST_NAMES) {
    this.#resolver = resolver;
    this.#mostNames = mostNames;
  }

  async resolve(name: string): Promise<DnsAnswer> {
    const remembered = this.#answers.get(name);
    if (remembered !== undefined && remembered.until > performance.now()) {
      return { ...remembered.answer, isRemembered: true };
    }
    return this.#asking.get(name) ?? this.#ask(name);
  }

  forget(name: string): void {
    this.#answers.delete(name);
  }

  close(): void {
    this.#resolver.close();
  }

  #ask(name: string): Promise<DnsAnswer> {
    const asking = this.#resolver.resolve(name).then((answer) => {
      this.#remember(name, answer);
      return answer;
    });
    const ended = asking.finally(() => this.#asking.delete(name));
    this.#asking.set(name, ended);
    return ended;
  }

  #remember(name: string, answer: DnsAnswer): void {
    this.#answers.delete(name);
    const forMs = lifetimeMs(answer);
    if (forMs === 0) return;
    this.#answers.set(name, { answer, until: performance.now() + forMs });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#mostNames && oldest !== undefined) this.#answers.delete(oldest);
  }
}
