import { injectTrace, inSpan, linksTo, noTrace, type TraceCarrier } from '@vedette/telemetry';
import { Gatherer } from './gatherer.ts';

/** Two, so that a read that hangs does not block all others, and that a request waits for half a read on average. */
const READS_AT_ONCE = 2;

type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/**
 * Lets requests for the same answer share one read. A request never gets the answer of a read that began before it
 * arrived: it waits for the next one, and so sees everything that was committed before. A read that fails, fails for all
 * that share it.
 */
export class SharedReads<Answer> {
  readonly #name: string;
  /** By the key of the answer, as long as somebody waits for it. */
  readonly #readers = new Map<string, Gatherer<TraceCarrier, Outcome<Answer>>>();

  /** The name is that of the span of a read. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Requests with the same key must mean the same answer, in the same organization. */
  async get(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const reader = this.#readers.get(key) ?? this.#open(key, read);
    const outcome = await reader.add(injectTrace());
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  #open(key: string, read: () => Promise<Answer>): Gatherer<TraceCarrier, Outcome<Answer>> {
    const reader = new Gatherer<TraceCarrier, Outcome<Answer>>({
      size: Infinity,
      concurrency: READS_AT_ONCE,
      run: async (traces) => {
        const outcome = await inSpan(this.#name, { parent: noTrace, links: linksTo(traces) }, read).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        );
        if (reader.waiting === 0 && this.#readers.get(key) === reader) this.#readers.delete(key);
        return traces.map(() => outcome);
      },
    });
    this.#readers.set(key, reader);
    return reader;
  }
}
