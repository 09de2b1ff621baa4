import type { Topic } from './topic.ts';

/**
 * Remembers what is being deleted here, so that it is not read again: its event may arrive before the answer, and the
 * answer before the screen is left. Until then, every read would be answered with 404.
 */
export class Removals {
  readonly #topics = new Map<Topic, 'asked' | 'done'>();

  begin(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.set(topic, 'asked');
  }

  /** Nothing was deleted: everything is read again. */
  fail(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.delete(topic);
  }

  succeed(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.set(topic, 'done');
  }

  /** True if a resource that follows these topics must not be read. */
  concern(topics: readonly Topic[]): boolean {
    return topics.some((topic) => this.#topics.has(topic));
  }

  /** Ends the removals that are done and no longer on the screen. Returns their topics, which can be forgotten. */
  settle(isShown: (topic: Topic) => boolean): ReadonlySet<Topic> {
    const settled = [...this.#topics].flatMap(([topic, step]) => (step === 'done' && !isShown(topic) ? [topic] : []));
    for (const topic of settled) this.#topics.delete(topic);
    return new Set(settled);
  }
}
