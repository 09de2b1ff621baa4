import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, limitRefusal, newId, type Access } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import { originOf, type ActingMember } from '../acting.ts';
import { Acts } from '../acts.ts';
import { actorReference } from '../audit/actor.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { replaceSecret } from './key-lifetime.ts';
import { makeSecret } from './key-secret.ts';
import { shownKey } from './key-view.ts';
import { KeyRepository, type ApiKey, type KeyChange } from './key.repository.ts';

export interface KeyCreate {
  readonly name: string;
  readonly access: Access;
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
}

export interface KeyUpdate {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** What people do with the keys of their organization. A secret is in the first answer and in its sealed replays. */
@Injectable()
export class KeyService {
  constructor(
    private readonly keys: KeyRepository,
    private readonly acts: Acts,
    private readonly organizations: OrganizationRepository,
    private readonly mail: MailQueue,
  ) {}

  async list(organizationId: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const { keys, total } = await this.keys.page(organizationId, limit, offset);
    const now = new Date();
    return Reply.of({ data: keys.map((key) => shownKey(key, now)), pagination: { limit, offset, total } });
  }

  create(by: ActingMember, fields: KeyCreate): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { isSecret: true }, async (tx, now) => {
      const expiresAt = fields.expiresAt === null ? null : new Date(fields.expiresAt);
      if (expiresAt !== null && expiresAt <= now) {
        throw ApiError.validation([{ path: 'expiresAt', message: 'must be in the future' }]);
      }
      // Of two that create keys at once, the second counts the key of the first.
      await this.organizations.lock(tx, organizationId);
      const full = limitRefusal('API keys', await this.keys.count(tx, organizationId));
      if (full !== undefined) throw ApiError.conflict(full);
      const { text: secret, stored } = makeSecret(randomBytes);
      const key = await this.keys.create(
        {
          id: newId('key', now.getTime()),
          organizationId,
          name: fields.name,
          access: fields.access,
          secret: stored,
          expiresAt,
          createdBy: actorReference(originOf(by).actor),
          createdAt: now,
        },
        tx,
      );
      if (key === undefined) throw ApiError.notFound('organization', organizationId);
      await this.acts.record(tx, by, { operation: 'createKey', resource: key }, now);
      await this.#notify(tx, by, 'NEW_KEY', key, now);
      return { ...shownKey(key, now), secret };
    });
  }

  update(by: ActingMember, id: string, update: KeyUpdate): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { changed: { keyId: id } }, async (tx, now) => {
      const key = unrevoked(await this.keys.lock(tx, organizationId, id), id);
      const change: KeyChange = { name: update.name, isEnabled: update.enabled };
      const changedFields = [
        ...(change.name === undefined || change.name === key.name ? [] : ['name']),
        ...(change.isEnabled === undefined || change.isEnabled === key.isEnabled ? [] : ['enabled']),
      ];
      await this.keys.update(tx, id, change);
      await this.acts.record(tx, by, { operation: 'updateKey', resource: key, changedFields }, now);
      return shownKey(unrevoked(await this.keys.find(id, tx), id), now);
    });
  }

  /** Revokes the key: it stays for the audit log and is listed no more. */
  delete(by: ActingMember, id: string): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { changed: { keyId: id } }, async (tx, now) => {
      const key = unrevoked(await this.keys.lock(tx, organizationId, id), id);
      await this.keys.revoke(id, now, tx);
      await this.acts.record(tx, by, { operation: 'deleteKey', resource: key }, now);
      return { data: { id } };
    });
  }

  replace(by: ActingMember, id: string, overlapSeconds: number): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { isSecret: true, changed: { keyId: id } }, async (tx, now) => {
      const key = found(await this.keys.lock(tx, organizationId, id), id);
      const replacement = replaceSecret(key, overlapSeconds, now);
      if (replacement.kind === 'refused') {
        throw ApiError.conflict(`The key is ${replacement.status.toLowerCase()}, so its secret cannot be replaced.`);
      }
      const { text: secret, stored } = makeSecret(randomBytes);
      const shownTo = actorReference(originOf(by).actor);
      await this.keys.replaceSecret(tx, id, stored, shownTo, replacement.previousEndsAt);
      await this.acts.record(tx, by, { operation: 'replaceKey', resource: key }, now);
      await this.#notify(tx, by, 'NEW_SECRET', key, now);
      return { ...shownKey(found(await this.keys.find(id, tx), id), now), secret };
    });
  }

  /** Tells the person in whose name somebody got a secret. */
  async #notify(
    tx: Sql,
    { organizationId, person, address }: ActingMember,
    kind: 'NEW_KEY' | 'NEW_SECRET',
    { name, access }: ApiKey,
    now: Date,
  ): Promise<void> {
    const organization = (await this.organizations.find(organizationId, tx))?.name ?? '';
    const notice = { kind, organization, key: name, access, from: address };
    await this.mail.notify(tx, organizationId, person.email, notice, now);
  }
}

function found(key: ApiKey | undefined, id: string): ApiKey {
  if (key === undefined) throw ApiError.notFound('API key', id);
  return key;
}

/** A revoked key is listed no more, and so it is not found either. */
function unrevoked(key: ApiKey | undefined, id: string): ApiKey {
  return found(key?.revokedAt === null ? key : undefined, id);
}
