// Decides which resources are not read anew because what they are about is being deleted here.

import type { Topic } from './topic.ts';

/**
 * The event of a deletion may arrive before its answer, and the answer before the screen is left: until then every read
 * would be answered that there is nothing.
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

  /** Ends the removals that are done and no longer on the screen. Returns their topics: what is known of them is void. */
  settle(isShown: (topic: Topic) => boolean): ReadonlySet<Topic> {
    const settled = [...this.#topics].flatMap(([topic, step]) => (step === 'done' && !isShown(topic) ? [topic] : []));
    for (const topic of settled) this.#topics.delete(topic);
    return new Set(settled);
  }
}
