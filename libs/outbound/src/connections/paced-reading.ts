import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadline } from '../deadline.ts';
import { FIRST_SLICE_BYTES, nextSliceBytes, ONE_TURN_MS, SLICE_BYTES } from './slice-size.ts';

/** Most answers are not longer than this. */
const MAX_SMALL_CHUNKS = 8;

/** How long all sockets together are read before timers, new connections and other work get their turn. */
const ALL_TURNS_MS = 2;
/** If a slice takes longer, this machine was busy with other work, which is not charged to the other side. */
const MAX_CHARGE_MS = 5;

/** Reads the connection of a request in turns, from its first large chunk until the request ends. */
export function paceRequest(request: ClientRequest, deadline: Deadline): void {
  request.on('socket', (socket: Socket) => {
    const reader = new TurnReader(socket, deadline);
    const stopPassing = passSmallChunks(socket, () => reader.start());
    request.on('response', (response) => reader.fill(response));
    request.on('close', () => {
      stopPassing();
      reader.release();
    });
  });
  // A server may send interim responses (100, 102, 103) without end.
  request.on('information', () => deadline.spend(1));
}

/**
 * Passes a few small chunks straight to the parser, which listens for data already: turns would cost an ordinary answer
 * more than its parsing. A larger or later chunk goes back into the socket, to be read from there.
 */
function passSmallChunks(socket: Socket, readFromSocket: () => void): () => void {
  const parsers = socket.listeners('data') as ((chunk: Buffer) => void)[];
  let chunks = 0;
  const onData = (chunk: Buffer): void => {
    chunks += 1;
    if (chunk.length <= SLICE_BYTES && chunks <= MAX_SMALL_CHUNKS) {
      for (const parse of parsers) parse.call(socket, chunk);
      return;
    }
    stop();
    readFromSocket();
    for (const parse of parsers) socket.on('data', parse);
    socket.unshift(chunk);
  };
  const stop = (): void => void socket.off('data', onData);
  for (const parse of parsers) socket.off('data', parse);
  socket.on('data', onData);
  return stop;
}

/**
 * Reads a socket for its data listeners, one slice at a time and in turn with all other sockets, so that a flood of
 * tiny pieces cannot block the event loop. The cost is charged to the deadline.
 */
export function readInTurns(socket: Socket, deadline: Deadline): void {
  new TurnReader(socket, deadline).start();
}

class TurnReader {
  spentMs = 0;
  isWaiting = false;
  readonly #socket: Socket;
  readonly #deadline: Deadline;
  #response: IncomingMessage | undefined;
  #sliceBytes = FIRST_SLICE_BYTES;
  #isReleased = false;
  #awaitsResume = false;

  constructor(socket: Socket, deadline: Deadline) {
    this.#socket = socket;
    this.#deadline = deadline;
  }

  start(): void {
    // With this listener, a socket emits its data only when read() is called.
    this.#socket.on('readable', this.#onReadable);
  }

  /** From now on, reads no faster than the response is consumed. */
  fill(response: IncomingMessage): void {
    this.#response = response;
  }

  release(): void {
    this.#isReleased = true;
    if (this.#socket.destroyed) return;
    this.#socket.off('readable', this.#onReadable).off('resume', this.#onResume);
    // An idle connection must flow again to notice that the other side closes it.
    this.#socket.resume();
  }

  /** Returns how long the turn took. */
  takeTurn(): number {
    const socket = this.#socket;
    const startedAt = performance.now();
    let now = startedAt;
    while (this.#mayRead()) {
      const sliceAt = now;
      const { readableLength } = socket;
      // Reading an empty buffer requests more data, or reports the end.
      const slice: unknown =
        readableLength === 0 ? socket.read() : socket.read(Math.min(readableLength, this.#sliceBytes));
      now = performance.now();
      if (readableLength > 0) this.#sliceBytes = nextSliceBytes(this.#sliceBytes, now - sliceAt);
      this.#deadline.spend(0, Math.min(now - sliceAt, MAX_CHARGE_MS));
      if (slice === null) break;
      if (now - startedAt >= ONE_TURN_MS) {
        turns.wait(this);
        break;
      }
    }
    this.spentMs += now - startedAt;
    return now - startedAt;
  }

  #mayRead(): boolean {
    if (this.#isReleased || this.#socket.destroyed) return false;
    const response = this.#response;
    if (response === undefined || response.readableLength < response.readableHighWaterMark) return true;
    // A response resumes its socket whenever data is read from the response.
    if (!this.#awaitsResume) this.#socket.once('resume', this.#onResume);
    this.#awaitsResume = true;
    return false;
  }

  readonly #onReadable = (): void => {
    this.#deadline.spend(1);
    if (!this.isWaiting) turns.take(this);
  };

  readonly #onResume = (): void => {
    this.#awaitsResume = false;
    if (!this.isWaiting) turns.take(this);
  };
}

/** Decides which of the sockets on this event loop is read next. */
class Turns {
  readonly #waiting: TurnReader[] = [];
  #usedMs = 0;
  #isNextAsked = false;

  /** Reads at once, or after the event loop has served all other work. */
  take(reader: TurnReader): void {
    if (this.#usedMs >= ALL_TURNS_MS) return this.wait(reader);
    this.#usedMs += reader.takeTurn();
    this.#askNext();
  }

  wait(reader: TurnReader): void {
    reader.isWaiting = true;
    this.#waiting.push(reader);
    this.#askNext();
  }

  #askNext(): void {
    if (this.#isNextAsked) return;
    this.#isNextAsked = true;
    setImmediate(() => {
      this.#isNextAsked = false;
      this.#usedMs = 0;
      while (this.#usedMs < ALL_TURNS_MS) {
        const reader = this.#next();
        if (reader === undefined) return;
        this.#usedMs += reader.takeTurn();
      }
      if (this.#waiting.length > 0) this.#askNext();
    });
  }

  /** The reader that has cost least: a socket that sends little never waits for sockets that send all they can. */
  #next(): TurnReader | undefined {
    let least: TurnReader | undefined;
    for (const reader of this.#waiting) if (least === undefined || reader.spentMs < least.spentMs) least = reader;
    if (least === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(least), 1);
    least.isWaiting = false;
    return least;
  }
}

const turns = new Turns();
