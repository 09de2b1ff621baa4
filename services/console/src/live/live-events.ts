import { signal, type ReadonlySignal } from '@preact/signals';
import { api, Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { refreshShown, touch, touchShown } from '../data/resource.ts';
import { liveEventOf, type LiveEvent } from './live-event.ts';

export type Connection = 'opening' | 'open' | 'lost';

/**
 * Messages between tabs. `hello` asks the tab that has the stream for its state; `begun`: the stream delivers events
 * from now on.
 */
type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent; readonly cursor: string }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'reset' | 'begun' | 'hello' | 'retry' };

const MOST_RECENT = 40;
/** Events that arrive together are shown together. */
const TOGETHER_MS = 150;

const shownConnection = signal<Connection>('opening');
const shownRecent = signal<readonly LiveEvent[]>([]);

export const connection: ReadonlySignal<Connection> = shownConnection;
/** The newest events since the app was opened, newest first. */
export const recentEvents: ReadonlySignal<readonly LiveEvent[]> = shownRecent;

let current: LiveEvents | undefined;

/** Follows the events of an organization until the returned function is called. */
export function followEvents(organization: string): () => void {
  const events = new LiveEvents(organization);
  current = events;
  return () => {
    events.end();
    if (current === events) current = undefined;
  };
}

export function retryConnection(): void {
  refreshShown();
  current?.retry();
}

/**
 * One stream for all tabs of an organization: the tab that holds the lock has it and tells the others. When that tab is
 * closed, another one gets the lock and goes on after the last event that it was told of.
 */
class LiveEvents {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  readonly #ended = new AbortController();
  /** Aborted to try again at once; only the leading tab has it. */
  #attempt: AbortController | undefined;
  #cursor: string | undefined;
  #waiting: LiveEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(organization: string) {
    this.#name = `vedette events ${BASE} ${organization}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data));
    const { signal: ended } = this.#ended;
    globalThis.addEventListener('online', () => this.retry(), { signal: ended });
    globalThis.addEventListener('offline', () => this.#doubt(), { signal: ended });
    shownConnection.value = 'opening';
    shownRecent.value = [];
    this.#tell({ kind: 'hello' });
    navigator.locks.request(this.#name, { signal: ended }, () => this.#lead()).catch(() => undefined);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
    this.#channel.close();
  }

  retry(): void {
    if (this.#attempt === undefined) this.#tell({ kind: 'retry' });
    else this.#attempt.abort();
  }

  /** A stream that is opening could still report success and then stay silent, so a new one is opened. */
  #doubt(): void {
    this.#show('lost');
    this.#attempt?.abort();
  }

  async #lead(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      this.#attempt = new AbortController();
      const stop = AbortSignal.any([this.#ended.signal, this.#attempt.signal]);
      try {
        await this.#read(stop);
      } catch (error) {
        if (stop.aborted) continue;
        if (!(error instanceof Failure)) throw error;
        // The server refuses, for example because the session has ended: only a person can help.
        this.#change('lost');
        await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
      }
    }
  }

  async #read(stop: AbortSignal): Promise<void> {
    const onState = (state: 'open' | 'lost'): void => this.#change(state);
    for await (const item of api().events.stream({ signal: stop, lastEventId: this.#cursor, onState })) {
      if (item.type === 'reset') {
        this.#cursor = item.cursor;
        this.#spread({ kind: 'reset' });
      } else this.#spread({ kind: 'event', event: liveEventOf(item), cursor: item.cursor });
    }
  }

  #change(state: Connection): void {
    const isBeginning = state === 'open' && this.#cursor === undefined && shownConnection.peek() !== 'lost';
    this.#spread({ kind: 'connection', connection: state });
    if (isBeginning) this.#spread({ kind: 'begun' });
  }

  /** To all tabs, this one included. */
  #spread(message: Message): void {
    this.#tell(message);
    this.#hear(message);
  }

  #tell(message: Message): void {
    if (this.#ended.signal.aborted) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    this.#channel.postMessage(message);
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'event':
        this.#cursor = message.cursor;
        this.#waiting.push(message.event);
        this.#timer ??= setTimeout(() => this.#take(), TOGETHER_MS);
        return;
      case 'connection':
        this.#show(message.connection);
        return;
      case 'reset':
        refreshShown();
        return;
      case 'begun':
        touchShown();
        return;
      case 'hello':
        if (this.#attempt !== undefined) this.#tell({ kind: 'connection', connection: shownConnection.peek() });
        return;
      case 'retry':
        this.#attempt?.abort();
    }
  }

  #show(state: Connection): void {
    const before = shownConnection.peek();
    shownConnection.value = state;
    // Without a cursor the stream cannot go on where it ended.
    if (before === 'lost' && state === 'open') refreshShown();
  }

  #take(): void {
    this.#timer = undefined;
    const events = this.#waiting.toReversed();
    this.#waiting = [];
    shownRecent.value = [...events, ...shownRecent.peek()].slice(0, MOST_RECENT);
    touch(new Set(events.flatMap(({ topics }) => topics)));
  }
}
