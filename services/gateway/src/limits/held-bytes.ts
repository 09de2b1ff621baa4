/** Eight of the longest bodies. */
export const MOST_HELD_BYTES_OF_CLIENT = 16 * 1_024 * 1_024;
/** While all clients together hold more than this, each of them holds no more than one of the longest bodies. */
export const MOST_HELD_BYTES = 64 * 1_024 * 1_024;
export const HELD_BYTES_ALONE = 2 * 1_024 * 1_024;
/** Shorter answers are not worth counting: the operating system takes most of them at once. */
const LEAST_COUNTED_BYTES = 16 * 1_024;

/** The bytes that requests hold in memory: bodies until they are answered, and answers until their readers take them. */
export class HeldBytes {
  #total = 0;
  /** By client, of those that hold any. */
  readonly #clients = new Map<string, number>();

  get total(): number {
    return this.#total;
  }

  /** For one request of a client: an organization, or an address. */
  of(client: string): Holding {
    return new Holding(this, client);
  }

  hasRoom(client: string, bytes: number): boolean {
    const most = this.#total + bytes > MOST_HELD_BYTES ? HELD_BYTES_ALONE : MOST_HELD_BYTES_OF_CLIENT;
    return (this.#clients.get(client) ?? 0) + bytes <= most;
  }

  add(client: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#clients.get(client) ?? 0) + bytes;
    if (held === 0) this.#clients.delete(client);
    else this.#clients.set(client, held);
  }
}

/** What one request holds. */
export class Holding {
  readonly #held: HeldBytes;
  readonly #client: string;
  #bytes = 0;

  constructor(held: HeldBytes, client: string) {
    this.#held = held;
    this.#client = client;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False if there is no room for more of a body. */
  tryAdd(bytes: number): boolean {
    if (!this.#held.hasRoom(this.#client, bytes)) return false;
    this.#add(bytes);
    return true;
  }

  /** Instead of the body: the answer is sent whether or not there is room. */
  becomeAnswer(bytes: number): void {
    this.giveBack();
    if (bytes >= LEAST_COUNTED_BYTES) this.#add(bytes);
  }

  giveBack(): void {
    if (this.#bytes !== 0) this.#held.add(this.#client, -this.#bytes);
    this.#bytes = 0;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    this.#held.add(this.#client, bytes);
  }
}
