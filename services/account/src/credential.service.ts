import { Injectable } from '@nestjs/common';
import type { Credential, KeyUse } from '@vedette/contract';
import { KeyRepository, type KeyRecord } from './keys/key.repository.ts';
import { keyStatus } from './keys/key-lifetime.ts';
import { MemberRepository, type Membership } from './people/member.repository.ts';
import { PersonRepository, type Person } from './people/person.repository.ts';
import { isLive, isNoteDue, sessionExpiresAt } from './sessions/session-lifetime.ts';
import { SessionRepository, type Session } from './sessions/session.repository.ts';

/** Tells the gateways who presents a key or the cookie of a session, and keeps when keys were last used. */
@Injectable()
export class CredentialService {
  constructor(
    private readonly keys: KeyRepository,
    private readonly sessions: SessionRepository,
    private readonly people: PersonRepository,
    private readonly members: MemberRepository,
  ) {}

  /**
   * In the order of the hashes; null for a credential that is unknown or may not be used. `isUse`: a request was sent
   * with each of them.
   */
  async find(hashes: readonly string[], isUse: boolean): Promise<(Credential | null)[]> {
    const now = new Date();
    const found = await this.keys.findByHashes(hashes);
    const others = hashes.filter((hash) => !found.has(hash));
    const sessions = others.length === 0 ? undefined : await this.#sessions(others, isUse, now);
    return hashes.map((hash) => {
      const key = found.get(hash);
      if (key === undefined) return sessions?.get(hash) ?? null;
      return keyStatus(key, now) === 'ENABLED' ? credentialOf(key) : null;
    });
  }

  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    await this.keys.touchLastUsed(uses.map(({ keyId, at, from = null }) => ({ id: keyId, at: new Date(at), from })));
  }

  async #sessions(hashes: readonly string[], isUse: boolean, now: Date): Promise<ReadonlyMap<string, Credential>> {
    const found = await this.sessions.findByHashes(hashes);
    const live = [...found].filter(([, session]) => isLive(session, now));
    if (live.length === 0) return new Map();
    const unnoted = live.filter(([, session]) => isUse && isNoteDue(session, now)).map(([, { id }]) => id);
    if (unnoted.length > 0) await this.sessions.noteUse(unnoted, now);
    const ids = live.map(([, { personId }]) => personId);
    const [people, memberships] = await Promise.all([this.people.findAll(ids), this.members.membershipsOf(ids)]);
    const credentials = new Map<string, Credential>();
    for (const [hash, session] of live) {
      const person = people.get(session.personId);
      if (person === undefined) continue;
      const used = unnoted.includes(session.id) ? { ...session, lastUsedAt: now } : session;
      credentials.set(hash, sessionCredentialOf(used, person, memberships));
    }
    return credentials;
  }
}

function sessionCredentialOf(session: Session, person: Person, memberships: readonly Membership[]): Credential {
  const { id, name, email } = person;
  return {
    kind: 'session',
    sessionId: session.id,
    person: { id, name, email },
    memberships: memberships
      .filter(({ personId }) => personId === id)
      .map((each) => ({
        organizationId: each.organizationId,
        name: each.name,
        role: each.role,
        plan: each.plan,
        subscription: each.subscription,
      })),
    expiresAt: sessionExpiresAt(session).toISOString(),
  };
}

function credentialOf({ id, name, organizationId, access, plan, subscription, expiresAt }: KeyRecord): Credential {
  const caller = { organizationId, keyId: id, access, plan, subscription };
  return { kind: 'key', name, caller, expiresAt: expiresAt?.toISOString() ?? null };
}
