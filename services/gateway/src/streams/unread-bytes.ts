import { MOST_UNREAD_BYTES, roomFor } from './unread-room.ts';

export interface UnreadReader {
  readonly organizationId: string;
  /** Disconnects the reader and gives its bytes back at once. */
  cut(): void;
}

interface Unread {
  bytes: number;
  /** Since when each reader has unread bytes: the slowest first. */
  readonly since: Map<UnreadReader, number>;
}

const NOTHING: Unread = { bytes: 0, since: new Map() };

/** The bytes that streams of this process have written and their readers have not taken. */
export class UnreadBytes {
  #total = 0;
  /** Of organizations that have any. */
  readonly #organizations = new Map<string, Unread>();

  get total(): number {
    return this.#total;
  }

  /** Counts bytes for a reader, at the cost of slower readers if need be. False: there is no room for them. */
  add(reader: UnreadReader, bytes: number): boolean {
    for (;;) {
      const own = this.#organizations.get(reader.organizationId) ?? NOTHING;
      // Looked for only if the answer depends on it: that is rare, and there may be thousands of organizations.
      const largest = this.#total + bytes > MOST_UNREAD_BYTES ? this.#largest() : own;
      const [slowestSince] = own.since.values();
      const unread = { total: this.#total, own: { bytes: own.bytes, slowestSince }, most: largest.bytes };
      switch (roomFor(bytes, unread, performance.now())) {
        case 'write':
          this.#count(reader, bytes);
          return true;
        case 'close':
          return false;
        case 'cut-own':
          cutSlowest(own);
          break;
        case 'cut-largest':
          cutSlowest(largest);
      }
    }
  }

  /** `isAll`: the reader has nothing unread any more. */
  giveBack(reader: UnreadReader, bytes: number, isAll: boolean): void {
    const own = this.#organizations.get(reader.organizationId);
    if (own === undefined) return;
    this.#total -= bytes;
    own.bytes -= bytes;
    if (isAll) own.since.delete(reader);
    if (own.since.size === 0) this.#organizations.delete(reader.organizationId);
  }

  #count(reader: UnreadReader, bytes: number): void {
    const own = this.#organizations.get(reader.organizationId) ?? { bytes: 0, since: new Map() };
    this.#organizations.set(reader.organizationId, own);
    if (!own.since.has(reader)) own.since.set(reader, performance.now());
    own.bytes += bytes;
    this.#total += bytes;
  }

  #largest(): Unread {
    let largest = NOTHING;
    for (const each of this.#organizations.values()) if (each.bytes > largest.bytes) largest = each;
    return largest;
  }
}

function cutSlowest({ since }: Unread): void {
  const [slowest] = since.keys();
  slowest?.cut();
}
