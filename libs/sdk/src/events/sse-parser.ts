// Decides which messages the text of an event stream holds.

export interface SseMessage {
  /** `message` unless the server named it. */
  readonly event: string;
  readonly data: string;
  /** The newest id of the stream so far; empty: none. */
  readonly lastEventId: string;
}

/** Reads text in pieces, as the HTML standard describes it; a message that the stream cuts off is dropped. */
export class SseParser {
  #rest = '';
  #isStart = true;
  #event = '';
  #data: string[] = [];
  #lastEventId: string;
  /** How long the server asks to wait before a new connection; null: it has not said. */
  retryMs: number | null = null;

  constructor(lastEventId = '') {
    this.#lastEventId = lastEventId;
  }

  /** The newest id so far; empty: none. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** Begins a new connection: what the last one cut off is dropped, and the id is kept. */
  restart(): void {
    this.#rest = '';
    this.#isStart = true;
    this.#event = '';
    this.#data = [];
  }

  /** The messages that this piece completes. */
  read(piece: string): SseMessage[] {
    let text = this.#rest + piece;
    if (this.#isStart && text !== '') {
      text = text.replace(/^\uFEFF/, '');
      this.#isStart = false;
    }
    // A final CR may be the first half of CRLF: it waits for the next piece.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(end);
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): SseMessage[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    this.#field(name, value);
    return [];
  }

  /** A line that begins with a colon has no name: a comment. Unknown names are ignored. */
  #field(name: string, value: string): void {
    if (name === 'event') this.#event = value;
    if (name === 'data') this.#data.push(value);
    if (name === 'id' && !value.includes('\0')) this.#lastEventId = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #dispatch(): SseMessage[] {
    const message = {
      event: this.#event === '' ? 'message' : this.#event,
      data: this.#data.join('\n'),
      lastEventId: this.#lastEventId,
    };
    const isEmpty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    return isEmpty ? [] : [message];
  }
}
