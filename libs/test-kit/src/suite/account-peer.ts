import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import {
  ApiError,
  internal,
  newId,
  subjects,
  type Access,
  type Credential,
  type CredentialChange,
  type CredentialQuery,
  type KeyUse,
  type Person,
  type Role,
  type SessionCredential,
  type SessionMembership,
  type Subscription,
} from '@vedette/contract';
import { hashApiKey, makeApiKey } from '@vedette/contract/api-key';
import { natsAddress } from '@vedette/messaging/nats-address';
import { errorReply } from '@vedette/messaging/wire';

const PLAN = {
  name: 'TEST',
  monitors: 100,
  fastestIntervalSeconds: 30,
  statusPages: 10,
  webhookEndpoints: 10,
  maintenanceWindows: 100,
};

export interface PeerKey {
  readonly id: string;
  readonly organizationId: string;
  readonly key: string;
}

export interface PeerSession {
  readonly id: string;
  readonly token: string;
  readonly person: Person;
  readonly memberships: readonly SessionMembership[];
}

interface NewKey {
  readonly expiresAt?: Date | null;
  /** If it was presented before it existed. */
  readonly key?: string;
  readonly access?: Access;
  readonly organizationId?: string;
}

interface NewSession {
  readonly token?: string;
  readonly person?: Person;
  readonly memberships?: SessionMembership[];
  readonly expiresAt?: Date;
}

const DAY_MS = 86_400_000;

/** How it answers questions about credentials; mute: it receives them and does not answer, like a service that hangs. */
export type Manner = 'answers' | 'fails' | 'is mute';

/** A stand-in for the account service: tells the gateway over NATS who presents a key. */
export class AccountPeer {
  /** The hashes of each question so far. */
  readonly questions: string[][] = [];
  /** Those of the questions that are no use. */
  readonly watched: string[][] = [];
  readonly uses: KeyUse[] = [];
  /** May be changed at any time, also from one question to the next. */
  manner: (questions: number) => Manner = () => 'answers';
  readonly #connection: NatsConnection;
  readonly #credentials = new Map<string, Credential>();

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(internal.findCredentials.subject, {
      callback: (_, message) => {
        const { hashes, isWatching = false } = message.json<CredentialQuery>();
        if (isWatching) this.watched.push(hashes);
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

  /** Makes a key that may be used. */
  add({
    expiresAt = null,
    key = makeApiKey(randomBytes),
    access = 'FULL',
    organizationId = newId('org'),
  }: NewKey = {}): PeerKey {
    const id = newId('key');
    const caller = { organizationId, keyId: id, access, plan: PLAN, subscription: 'ACTIVE' } as const;
    const expiry = expiresAt?.toISOString() ?? null;
    this.#credentials.set(hashApiKey(key), { kind: 'key', name: 'Test', caller, expiresAt: expiry });
    return { id, organizationId, key };
  }

  /** Makes a session that may be used; `token` if the gateway has made it. */
  addSession({
    token = randomBytes(32).toString('base64url'),
    person = newPerson(),
    memberships = [membership('OWNER')],
    expiresAt = new Date(Date.now() + DAY_MS),
  }: NewSession = {}): PeerSession {
    const id = newId('ses');
    const credential: SessionCredential = {
      kind: 'session',
      sessionId: id,
      person,
      memberships,
      expiresAt: expiresAt.toISOString(),
    };
    this.#credentials.set(hashApiKey(token), credential);
    return { id, token, person, memberships };
  }

  /** The session may not be used any more; the gateway is not told. */
  endSession({ token }: PeerSession): void {
    this.#credentials.delete(hashApiKey(token));
  }

  /** The key may not be used any more; the gateway is not told. */
  remove({ key }: PeerKey): void {
    this.#credentials.delete(hashApiKey(key));
  }

  /** Tells the gateways that a key, or what a person may do, has changed. */
  async announce(change: CredentialChange): Promise<void> {
    this.#connection.publish(subjects.credentialChanged, JSON.stringify(change));
    await this.#connection.flush();
  }
}

function newPerson(): Person {
  const id = newId('per');
  return { id, name: 'Ada Okafor', email: `${id}@example.com` };
}

/** A membership in a new organization, or in a given one. */
export function membership(
  role: Role,
  {
    organizationId = newId('org'),
    subscription = 'ACTIVE',
  }: { organizationId?: string; subscription?: Subscription } = {},
): SessionMembership {
  return { organizationId, name: 'Example Shop', role, plan: PLAN, subscription };
}
