import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedAuthority } from '@vedette/test-kit';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** Receivers over TLS whose authority the services trust. */
export interface SharedReceiverSite {
  /** Its certificate is good for a year unless said otherwise. */
  start(options?: { readonly expiresInDays?: number }): Promise<WebhookReceiver>;
  stop(): Promise<void>;
}

/** The same for a stack of the suite's own, which trusts them when it is started with `env`. */
export interface ReceiverSite extends SharedReceiverSite {
  readonly env: Readonly<Record<string, string>>;
}

/** Receivers that the shared stack trusts. */
export function sharedReceiverSite(): SharedReceiverSite {
  return receiversOf(sharedAuthority());
}

export async function createReceiverSite(): Promise<ReceiverSite> {
  const authority = await createAuthority();
  const directory = await mkdtemp(join(tmpdir(), 'vedette-receivers-'));
  const file = join(directory, 'authority.pem');
  await writeFile(file, authority.cert);
  const receivers = receiversOf(authority);
  return {
    env: { NODE_EXTRA_CA_CERTS: file, WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
    ...receivers,
    stop: async () => {
      await receivers.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function receiversOf(authority: KeyPair): SharedReceiverSite {
  const receivers: WebhookReceiver[] = [];
  return {
    start: async ({ expiresInDays = 365 } = {}) => {
      const receiver = await WebhookReceiver.listen(
        await createCertificate(['127.0.0.1'], { issuer: authority, validToDays: expiresInDays }),
      );
      receivers.push(receiver);
      return receiver;
    },
    stop: async () => {
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    },
  };
}

/** Records the deliveries that it gets, and answers 200 until the test says otherwise. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async listen(tls: { key: string; cert: string }): Promise<WebhookReceiver> {
    const server = createServer(tls, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const id = String(request.headers['webhook-id']);
        const body = Buffer.concat(chunks).toString('utf8');
        const received = { id, headers: request.headers, body, at: Date.now() };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    const receiver = new WebhookReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** How often each event came. */
  get counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { id } of this.received) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
