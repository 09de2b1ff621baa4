import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { ApiError, internal, newId, subjects, type Credential, type KeyUse } from '@vedette/contract';
import { hashApiKey, makeApiKey } from '@vedette/contract/api-key';
import { natsAddress } from '@vedette/messaging/nats-address';
import { errorReply } from '@vedette/messaging/wire';

const PLAN = { name: 'TEST', monitors: 100, fastestIntervalSeconds: 30, statusPages: 10, webhookEndpoints: 10 };

export interface PeerKey {
  readonly id: string;
  readonly organizationId: string;
  readonly key: string;
}

/** How it answers questions about credentials; mute: it receives them and does not answer, like a service that hangs. */
export type Manner = 'answers' | 'fails' | 'is mute';

/** A stand-in for the account service: tells the gateway over NATS who presents a key. */
export class AccountPeer {
  /** The hashes of each question so far. */
  readonly questions: string[][] = [];
  readonly uses: KeyUse[] = [];
  /** May be changed at any time, also from one question to the next. */
  manner: (questions: number) => Manner = () => 'answers';
  readonly #connection: NatsConnection;
  readonly #credentials = new Map<string, Credential>();

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(internal.findCredentials.subject, {
      callback: (_, message) => {
        const { hashes } = message.json<{ hashes: string[] }>();
        const manner = this.manner(this.questions.push(hashes));
        if (manner === 'is mute') return;
        if (manner === 'fails') {
          const { body, headers } = errorReply(ApiError.internal());
          message.respond(body, { headers });
        } else
          message.respond(JSON.stringify({ credentials: hashes.map((hash) => this.#credentials.get(hash) ?? null) }));
      },
    });
    connection.subscribe(internal.noteKeyUses.subject, {
      callback: (_, message) => {
        this.uses.push(...message.json<{ uses: KeyUse[] }>().uses);
        message.respond('null');
      },
    });
  }

  static async start(natsUrl: string): Promise<AccountPeer> {
    const connection = await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    const peer = new AccountPeer(connection);
    // When this returns, NATS has its subscriptions.
    await connection.flush();
    return peer;
  }

  async stop(): Promise<void> {
    await this.#connection.close();
  }

  /** Makes a key that may be used; `key` if it was presented before it existed. */
  add({ expiresAt = null, key = makeApiKey(randomBytes) }: { expiresAt?: Date | null; key?: string } = {}): PeerKey {
    const [id, organizationId] = [newId('key'), newId('org')];
    const caller = { organizationId, keyId: id, access: 'FULL', plan: PLAN, subscription: 'ACTIVE' } as const;
    this.#credentials.set(hashApiKey(key), { kind: 'key', caller, expiresAt: expiresAt?.toISOString() ?? null });
    return { id, organizationId, key };
  }

  /** The key may not be used any more; the gateway is not told. */
  remove({ key }: PeerKey): void {
    this.#credentials.delete(hashApiKey(key));
  }

  /** Tells the gateways that a key has changed. */
  async announce(keyId: string): Promise<void> {
    this.#connection.publish(subjects.credentialChanged, JSON.stringify({ keyId }));
    await this.#connection.flush();
  }
}
