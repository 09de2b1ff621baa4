import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../api/client.ts';
import { Removals } from './removals.ts';
import { rereadAfterMs } from './reread-delay.ts';
import { organizationId } from './session.ts';
import type { Topic } from './topic.ts';
import { whenSettled } from './when-settled.ts';

/** What the server knows under one name: shown at once from memory, then refreshed. */
export class Resource<T> {
  readonly #value: Signal<T | undefined> = signal(undefined);
  readonly #failure: Signal<Failure | undefined> = signal(undefined);
  readonly #isLoading = signal(false);
  readonly #load: () => Promise<T>;
  readonly #follows: readonly Topic[];
  #reading: Promise<unknown> | undefined;
  #round = 0;
  #isTouched = false;
  #touchedAt = -Infinity;
  #rereadTimer: ReturnType<typeof setTimeout> | undefined;

  /** `follows`: the topics whose events change the answer. */
  constructor(load: () => Promise<T>, follows: readonly Topic[]) {
    this.#load = load;
    this.#follows = follows;
  }

  get isFollowing(): boolean {
    return this.#follows.length > 0;
  }

  follows(topics: ReadonlySet<Topic>): boolean {
    return this.#follows.some((topic) => topics.has(topic));
  }

  /** Resolves when no answer is on its way. */
  settled(): Promise<void> {
    return whenSettled(() => (this.#isLoading.peek() ? this.#reading : undefined));
  }

  get value(): ReadonlySignal<T | undefined> {
    return this.#value;
  }

  /** Why the last refresh failed; what was known before stays. */
  get failure(): ReadonlySignal<Failure | undefined> {
    return this.#failure;
  }

  get isLoading(): ReadonlySignal<boolean> {
    return this.#isLoading;
  }

  /** Takes an answer that the app already has, for example that of its own write. */
  set(value: T): void {
    clearTimeout(this.#rereadTimer);
    this.#round += 1;
    this.#value.value = value;
    this.#failure.value = undefined;
    this.#isLoading.value = false;
  }

  /** Reads it anew, unless it is being deleted here. */
  async refresh(): Promise<void> {
    if (removals.concern(this.#follows)) return;
    this.#reading = this.#read();
    await this.#reading;
  }

  /** An answer that arrives after a newer one was asked for is dropped. */
  async #read(): Promise<void> {
    clearTimeout(this.#rereadTimer);
    this.#round += 1;
    const round = this.#round;
    this.#isLoading.value = true;
    try {
      const value = await this.#load();
      if (round !== this.#round) return;
      this.#value.value = value;
      this.#failure.value = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (round !== this.#round) return;
      this.#failure.value = error;
      this.#rereadLater(error);
    } finally {
      if (round === this.#round) this.#isLoading.value = false;
    }
  }

  /** A page that is hidden refreshes when it is seen, and a screen when it is shown. */
  #rereadLater({ code }: Failure): void {
    const afterMs = rereadAfterMs({ code, hasValue: this.#value.peek() !== undefined });
    if (afterMs === undefined) return;
    this.#rereadTimer = setTimeout(() => {
      if (document.visibilityState === 'visible' && shown.has(this)) void this.refresh();
    }, afterMs);
  }

  /** Refreshes at once after a change, but not so often that each answer would be dropped for a newer one. */
  touch(): void {
    if (this.#isTouched) return;
    this.#isTouched = true;
    const sinceLast = performance.now() - this.#touchedAt;
    setTimeout(() => this.#refreshTouched(), Math.max(0, BETWEEN_TOUCHES_MS - sinceLast));
  }

  #refreshTouched(): void {
    this.#isTouched = false;
    // The screen was left meanwhile. The next screen that shows the resource reads it, unless it was deleted.
    if (!shown.has(this)) return;
    this.#touchedAt = performance.now();
    // The answer that is on its way may be older than the change.
    if (this.#isLoading.peek()) this.touch();
    else void this.refresh();
  }
}

/** A hundred events a second make one request every two seconds. */
const BETWEEN_TOUCHES_MS = 2_000;
const MOST_KEPT = 200;
const kept = new Map<string, Resource<unknown>>();
const shown = new Map<Resource<unknown>, number>();
const removals = new Removals();

/** The resource of this name in the organization of the address; of too many, the oldest on no screen is forgotten. */
export function resource<T>(name: string, load: () => Promise<T>, follows: readonly Topic[] = []): Resource<T> {
  const key = `${organizationId.peek() ?? ''} ${name}`;
  const found = (kept.get(key) as Resource<T> | undefined) ?? new Resource(load, follows);
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) forgetOldest(found);
  return found;
}

/** A shown resource is never forgotten: drawing it again would read it again, and so on without end. */
function forgetOldest(wanted: Resource<unknown>): void {
  const oldest = [...kept].find(([, each]) => each !== wanted && !shown.has(each));
  if (oldest !== undefined) kept.delete(oldest[0]);
}

/** Refreshes the resource when the screen begins to show it, and whenever the reader comes back to the window. */
export function useResource<T>(found: Resource<T>): Resource<T> {
  useEffect(() => {
    const each = found as Resource<unknown>;
    shown.set(each, (shown.get(each) ?? 0) + 1);
    void found.refresh();
    return () => {
      const count = (shown.get(each) ?? 1) - 1;
      if (count > 0) shown.set(each, count);
      else {
        shown.delete(each);
        settleRemovals();
      }
    };
  }, [found]);
  return found;
}

/** True once each of them is known or has failed to be read. */
export function useAllKnown(wanted: readonly Resource<unknown>[]): boolean {
  const isKnown = useRef(false);
  isKnown.current ||= wanted.every(({ value, failure }) => value.value !== undefined || failure.value !== undefined);
  return isKnown.current;
}

/** Events have told of changes: what the screen shows of these topics is refreshed. A hidden page waits until it is seen. */
export function touch(topics: ReadonlySet<Topic>): void {
  if (document.visibilityState !== 'visible') return;
  for (const each of shownOf(topics)) each.touch();
}

/** The stream has begun. What was read before may lack an event from before the stream, so it is read again. */
export function touchShown(): void {
  if (document.visibilityState !== 'visible') return;
  for (const each of shown.keys()) if (each.isFollowing) each.touch();
}

/** Refreshes what no event tells of, such as the time of the newest check, while somebody looks. */
export function useRefreshEvery(found: Resource<unknown>, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') found.touch();
    }, everyMs);
    return () => clearInterval(timer);
  }, [found, everyMs]);
}

export function refreshShown(): void {
  for (const each of shown.keys()) void each.refresh();
}

/** Resolves when no answer for the screen is on its way. */
export async function shownSettled(): Promise<void> {
  await Promise.all(Array.from(shown.keys(), (each) => each.settled()));
}

function shownOf(topics: ReadonlySet<Topic>): Resource<unknown>[] {
  return [...shown.keys()].filter((each) => each.follows(topics));
}

/**
 * Deletes what these topics are about. Resources that follow them are not read again until their screen is left or the
 * deletion fails.
 */
export async function remove(topics: readonly Topic[], work: () => PromiseLike<unknown>): Promise<void> {
  const concerned = new Set(topics);
  removals.begin(topics);
  try {
    // A read that is on its way may arrive after the deletion.
    await Promise.all(shownOf(concerned).map((each) => each.settled()));
    await work();
  } catch (error) {
    removals.fail(topics);
    for (const each of shownOf(concerned)) each.touch();
    throw error;
  }
  removals.succeed(topics);
  settleRemovals();
}

/** Somebody who comes back to a deleted resource sees that it is gone, and not what was known of it. */
function settleRemovals(): void {
  const settled = removals.settle((topic) => shownOf(new Set([topic])).length > 0);
  if (settled.size === 0) return;
  for (const [key, each] of kept) if (each.follows(settled)) kept.delete(key);
}

/** Forgets the resources whose names begin with this text; without a text all, because another person may sign in. */
export function forgetResources(beginning = ''): void {
  for (const key of kept.keys()) if (key.slice(key.indexOf(' ') + 1).startsWith(beginning)) kept.delete(key);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') refreshShown();
});
globalThis.addEventListener('online', refreshShown);
