import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** An expiry, a status of its own, or silence. */
export type RdapReply = { readonly expires: string } | { readonly status: number; readonly body?: string } | 'SILENCE';

/** A real RDAP server with its list of servers, and a real WHOIS server, on loopback ports. */
export class RegistryServer {
  readonly asked: string[] = [];
  readonly rdap = new Map<string, RdapReply>();
  /** Texts by domain; silence for what is null. */
  readonly whois = new Map<string, string | null>();
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly http: Server,
    private readonly tcp: TcpServer,
    /** The top-level domains that have RDAP. */
    private readonly suffixes: readonly string[],
  ) {
    for (const server of [http, tcp]) {
      server.on('connection', (socket: Socket) => {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      });
    }
    http.on('request', (request, response) => {
      const path = request.url ?? '';
      if (path === '/dns.json') {
        this.asked.push('bootstrap');
        const services = [[this.suffixes, [`http://${this.address}/rdap/`]]];
        response.end(JSON.stringify({ version: '1.0', services }));
        return;
      }
      const domain = path.replace(/^\/rdap\/domain\//, '');
      this.asked.push(`rdap ${domain}`);
      const reply = this.rdap.get(domain) ?? { status: 404 };
      if (reply === 'SILENCE') return;
      if ('status' in reply) {
        response.writeHead(reply.status).end(reply.body ?? '{"errorCode":404}');
        return;
      }
      const events = [
        { eventAction: 'registration', eventDate: '1999-01-01T00:00:00Z' },
        { eventAction: 'expiration', eventDate: reply.expires },
      ];
      response.setHeader('content-type', 'application/rdap+json');
      response.end(JSON.stringify({ objectClassName: 'domain', ldhName: domain, events }));
    });
    tcp.on('connection', (socket) => {
      socket.once('data', (question) => {
        const domain = question.toString().trim();
        this.asked.push(`whois ${domain}`);
        const text = this.whois.get(domain);
        if (text !== null) socket.end(text ?? 'No match for domain\r\n');
      });
    });
  }

  static async start(suffixes: readonly string[], address = '127.0.53.1'): Promise<RegistryServer> {
    const http = createHttpServer().listen(0, address);
    const tcp = createTcpServer().listen(0, address);
    await Promise.all([once(http, 'listening'), once(tcp, 'listening')]);
    return new RegistryServer(http, tcp, suffixes);
  }

  get bootstrapUrl(): string {
    return `http://${this.address}/dns.json`;
  }

  get whoisServer(): string {
    return endpoint(this.tcp);
  }

  private get address(): string {
    return endpoint(this.http);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.http.close();
    this.tcp.close();
    await Promise.all([once(this.http, 'close'), once(this.tcp, 'close')]);
  }
}

function endpoint(server: TcpServer): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
  return `${bound.address}:${bound.port}`;
}
