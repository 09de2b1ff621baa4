import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer, type Question } from 'dns-packet';

const rcodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** Addresses (CNAMEs too), a failure, or silence. */
export type DnsReply = readonly string[] | keyof typeof rcodes | 'SILENCE';

/** A real DNS server on a loopback port, which answers as the test says and remembers what it was asked. */
export class DnsServer {
  readonly questions: string[] = [];
  readonly #replies = new Map<string, DnsReply[]>();
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, client) => this.#answer(message, client));
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Replies in turn to questions of this type; the last one stays. Names that were not set do not exist. */
  set(name: string, type: 'A' | 'AAAA', ...replies: DnsReply[]): this {
    this.#replies.set(`${type} ${name}`, replies);
    return this;
  }

  /** An answer after a while, for one family alone. */
  delayMs: { readonly A?: number; readonly AAAA?: number } = {};

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.socket.close();
    await once(this.socket, 'close');
  }

  #answer(message: Buffer, client: RemoteInfo): void {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question === undefined) return;
    const name = question.name.toLowerCase();
    this.questions.push(`${question.type} ${name}`);
    const reply = this.#replyTo(name, question.type);
    if (reply === 'SILENCE') return;
    const flags = AUTHORITATIVE_ANSWER | (typeof reply === 'string' ? rcodes[reply] : 0);
    const answers = typeof reply === 'string' ? [] : reply.map((data) => recordOf(question, data));
    const bytes = encode({ type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers });
    const delay = question.type === 'A' || question.type === 'AAAA' ? this.delayMs[question.type] : undefined;
    this.#timers.add(setTimeout(() => this.socket.send(bytes, client.port, client.address), delay ?? 0));
  }

  #replyTo(name: string, type: string): DnsReply {
    const replies = this.#replies.get(`${type} ${name}`);
    if (replies !== undefined) return (replies.length > 1 ? replies.shift() : replies[0]) ?? [];
    return [...this.#replies.keys()].some((key) => key.endsWith(` ${name}`)) ? [] : 'NXDOMAIN';
  }
}

function recordOf({ name, type }: Question, data: string): Answer {
  return type === 'AAAA' ? { type: 'AAAA', name, ttl: 60, data } : { type: 'A', name, ttl: 60, data };
}
