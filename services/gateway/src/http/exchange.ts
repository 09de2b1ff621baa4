import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiError, newId } from '@vedette/contract';
import type { ParcelReader } from '@vedette/messaging';

export type HeaderFields = Readonly<Record<string, string>>;

/** The headers of every answer, in addition to those that the gates add. */
export const FIXED_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Names and values in turn, as Node takes them with less work than an object. */
const FIXED_FIELDS = Object.entries(FIXED_HEADERS).flat();

/** The client has disconnected, or its bytes are no longer HTTP: a normal answer is not possible. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

export function errorBody(error: ApiError, requestId: string): string {
  const { code, message, details } = error;
  // Written by hand, because refusals are sent thousands of times a second. Codes and ids need no escape.
  const rest = details === undefined ? '' : `,"details":${JSON.stringify(details)}`;
  return `{"error":{"code":"${code}","message":${JSON.stringify(message)},"requestId":"${requestId}"${rest}}}`;
}

/** One request and its answer: the gates add headers as they pass, and exactly one answer is sent. */
export class Exchange {
  readonly requestId = newId('req');
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  /** Names and values in turn; each name once. */
  readonly #headers: string[];

  /** `headers` are those of the entrance, beside those of every answer. */
  constructor(request: IncomingMessage, response: ServerResponse, headers: HeaderFields = {}) {
    this.request = request;
    this.#response = response;
    this.#headers = [...FIXED_FIELDS, 'X-Request-Id', this.requestId];
    this.addHeaders(headers);
  }

  get status(): number {
    return this.#response.statusCode;
  }

  /** False when an answer has begun or the client is gone. */
  get isOpen(): boolean {
    return !this.#response.headersSent && !this.#response.destroyed;
  }

  /**
   * False while another answer is before this one on its connection. If the connection ends then, Node does not say that
   * this answer has ended.
   */
  get isNext(): boolean {
    return this.#response.socket !== null;
  }

  /** Runs when the client has taken the answer, or is gone; at once if Node would report neither. */
  onTaken(run: () => void): void {
    if (!this.isNext || this.#response.destroyed) run();
    else this.#response.once('close', run);
  }

  /** Each field is added once; see `replaceHeader`. */
  addHeaders(fields: HeaderFields): void {
    for (const name of Object.keys(fields)) this.#headers.push(name, fields[name] ?? '');
  }

  /** Gives one of the headers of every answer another value. */
  replaceHeader(name: keyof typeof FIXED_HEADERS, value: string): void {
    this.#headers[this.#headers.indexOf(name) + 1] = value;
  }

  send(status: number, body: Uint8Array | string): void {
    if (!this.isOpen) return;
    const isText = typeof body === 'string';
    const bytes = isText ? Buffer.byteLength(body) : body.length;
    this.#headers.push('Content-Length', String(bytes));
    this.#response.writeHead(status, this.#headers);
    // Text is sent in one piece with its headers. Latin-1 keeps the bytes unchanged, and ASCII costs less as Latin-1.
    if (isText) this.#response.end(body, bytes === body.length ? 'latin1' : 'utf8');
    else this.#response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
  }

  /**
   * Sends an answer while its rest is still being fetched, at the client's pace. Rejects when the rest does not arrive
   * or the client does not read it. The connection is then reset, so that the client cannot mistake a part for the
   * whole.
   */
  async stream(status: number, first: Uint8Array, rest: ParcelReader): Promise<void> {
    try {
      if (!this.isOpen) return;
      if (rest.bytes !== undefined) this.#headers.push('Content-Length', String(rest.bytes));
      this.#response.writeHead(status, this.#headers);
      if (this.request.method !== 'HEAD') {
        for (let part: Uint8Array | undefined = first; part !== undefined; part = await rest.next()) {
          await this.#write(part);
        }
      }
      this.#response.end();
    } catch (error) {
      this.request.socket.resetAndDestroy();
      throw error;
    } finally {
      rest.drop();
    }
  }

  /** Begins a stream of server-sent events, which the caller writes and ends; undefined if the client is gone. */
  openStream(): ServerResponse | undefined {
    if (!this.isOpen) return undefined;
    this.replaceHeader('Content-Type', 'text/event-stream; charset=utf-8');
    // Asks nginx not to gather the events.
    this.addHeaders({ 'X-Accel-Buffering': 'no' });
    this.#response.writeHead(200, this.#headers);
    this.#response.flushHeaders();
    return this.#response;
  }

  /** Returns at once while the write buffer has room, else when it has drained. */
  #write(part: Uint8Array): Promise<void> {
    const response = this.#response;
    return new Promise((resolve, reject) => {
      const onDrain = (): void => {
        response.off('close', onClose);
        resolve();
      };
      const onClose = (): void => {
        response.off('drain', onDrain);
        reject(new RequestAborted());
      };
      if (response.destroyed) onClose();
      else if (response.write(part)) resolve();
      else response.once('drain', onDrain).once('close', onClose);
    });
  }

  sendError(error: ApiError): void {
    this.send(error.status, errorBody(error, this.requestId));
  }

  sendNotModified(): void {
    this.#headers.splice(this.#headers.indexOf('Content-Type'), 2);
    this.#response.writeHead(304, this.#headers).end();
  }
}
