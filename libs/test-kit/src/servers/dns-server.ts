import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { reservePort } from '@vedette/local-stores';
import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  streamDecode,
  streamEncode,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
  type Question,
} from 'dns-packet';

const RCODES = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

type RecordType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS';

/** Records (an MX as `10 mail.example`), a failure, silence, or the bytes that follow the id of the question. */
export type DnsReply = readonly string[] | keyof typeof RCODES | 'SILENCE' | Buffer;

/** The size of a datagram without EDNS. */
const MAX_DATAGRAM = 512;

/** A real DNS server on a loopback port, over UDP and TCP, which answers as the test says. */
export class DnsServer {
  /** `A a.example`, in the order in which they came. */
  readonly questions: string[] = [];
  /** How long answers may be used again. */
  ttlSeconds = 60;
  readonly #replies = new Map<string, DnsReply[]>();
  readonly #delaysMs = new Map<string, number>();
  readonly #udp: UdpSocket;
  readonly #tcp: Server;

  private constructor(udp: UdpSocket, tcp: Server) {
    this.#udp = udp;
    this.#tcp = tcp;
    udp.on('message', (message, client) => this.#overUdp(message, client));
    tcp.on('connection', (socket) => this.#overTcp(socket));
  }

  /**
   * Nobody else gets its port, even after it is closed: the kernel could otherwise take the same port as the source of a
   * question to it, which then answers itself.
   */
  static async start(): Promise<DnsServer> {
    const port = await reservePort();
    const tcp = createServer().listen(port, '127.0.0.1');
    const udp = createSocket('udp4').bind(port, '127.0.0.1');
    await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
    return new DnsServer(udp, tcp);
  }

  get address(): string {
    return `127.0.0.1:${this.#udp.address().port}`;
  }

  /**
   * Replies in turn; the last one stays. Names that were not set do not exist; other types of a name that was have no
   * records.
   */
  set(name: string, type: RecordType, ...replies: DnsReply[]): this {
    this.#replies.set(`${type} ${name}`, replies);
    return this;
  }

  /** Delays the answers about a name, or only those of one type. */
  delay(name: string, ms: number, type?: RecordType): this {
    this.#delaysMs.set(type === undefined ? name : `${type} ${name}`, ms);
    return this;
  }

  async close(): Promise<void> {
    this.#udp.close();
    this.#tcp.close();
    await once(this.#tcp, 'close');
  }

  #overUdp(message: Buffer, client: RemoteInfo): void {
    const reply = this.#reply(decode(message));
    if (reply === null) return;
    if (Buffer.isBuffer(reply)) {
      this.#udp.send(Buffer.concat([message.subarray(0, 2), reply]), client.port, client.address);
      return;
    }
    const bytes = encode(reply);
    const short = { ...reply, flags: (reply.flags ?? 0) | TRUNCATED_RESPONSE, answers: [] };
    const sent = bytes.length > MAX_DATAGRAM ? encode(short) : bytes;
    this.#after(this.#delayMsOf(reply), () => this.#udp.send(sent, client.port, client.address));
  }

  #overTcp(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const reply = this.#reply(streamDecode(received));
      const id = received.subarray(2, 4);
      received = Buffer.alloc(0);
      if (Buffer.isBuffer(reply)) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(2 + reply.length);
        socket.write(Buffer.concat([length, id, reply]));
      } else if (reply !== null) this.#after(this.#delayMsOf(reply), () => socket.write(streamEncode(reply)));
    });
  }

  #delayMsOf({ questions }: Packet): number {
    const [question] = questions ?? [];
    const name = question?.name.toLowerCase() ?? '';
    return this.#delaysMs.get(`${question?.type} ${name}`) ?? this.#delaysMs.get(name) ?? 0;
  }

  /** Nobody listens any more when the server is closed meanwhile. */
  #after(ms: number, send: () => void): void {
    if (ms === 0) send();
    else setTimeout(() => this.#tcp.listening && send(), ms).unref();
  }

  #reply({ id, questions = [] }: Packet): Packet | Buffer | null {
    const [question] = questions;
    if (question === undefined) return null;
    const name = question.name.toLowerCase();
    this.questions.push(`${question.type} ${name}`);
    const reply = this.#replyTo(name, question.type);
    if (reply === 'SILENCE') return null;
    if (Buffer.isBuffer(reply)) return reply;
    const flags = AUTHORITATIVE_ANSWER | (typeof reply === 'string' ? RCODES[reply] : 0);
    const answers = typeof reply === 'string' ? [] : reply.map((text) => recordOf(question, text, this.ttlSeconds));
    return { type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers };
  }

  #replyTo(name: string, type: string): DnsReply {
    const replies = this.#replies.get(`${type} ${name}`);
    if (replies !== undefined) return (replies.length > 1 ? replies.shift() : replies[0]) ?? [];
    return [...this.#replies.keys()].some((key) => key.endsWith(` ${name}`)) ? [] : 'NXDOMAIN';
  }
}

function recordOf({ name, type }: Question, text: string, ttl: number): Answer {
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'NS':
      return { type, name, ttl, data: text };
    case 'MX': {
      const [preference = '0', exchange = ''] = text.split(' ');
      return { type, name, ttl, data: { preference: Number(preference), exchange } };
    }
    case 'TXT':
      // A string of a TXT record holds 255 bytes; longer texts come in several.
      return { type, name, ttl, data: text.match(/.{1,255}/gs) ?? [''] };
    default:
      throw new Error(`The test server has no ${type} records`);
  }
}
