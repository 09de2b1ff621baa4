import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { erasureRequests, newId, type ErasingService } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ActingMember } from '../src/acting.ts';
import { DeletionService } from '../src/deletion/deletion.service.ts';
import { OrganizationDeletionRepository } from '../src/deletion/organization-deletion.repository.ts';
import { InvitationService } from '../src/invitations/invitation.service.ts';
import { KeyRepository } from '../src/keys/key.repository.ts';
import { makeSecret } from '../src/keys/key-secret.ts';
import { MemberRepository } from '../src/people/member.repository.ts';
import { answerOf, credentialsOf, keyed, newMember, newOrganization, startSuite, type Suite } from './suite.ts';

const OWNERS = Object.keys(erasureRequests) as ErasingService[];

let suite: Suite;
let organizationId: string;
let owner: ActingMember;
/** The requests that the other services got, by organization. */
const asked = new Map<string, ErasingService[]>();
/** How often each service still has to be asked until it has erased an organization. */
const rounds = new Map<string, Partial<Record<ErasingService, number>>>();
/** Services that do not answer, as if they were not running. */
const silent = new Set<ErasingService>();

beforeAll(async () => {
  suite = await startSuite();
  for (const service of OWNERS) {
    suite.link.connection?.subscribe(erasureRequests[service].subject, {
      callback: (_, message) => {
        const { organizationId: id } = message.json<{ organizationId: string }>();
        asked.set(id, [...(asked.get(id) ?? []), service]);
        if (silent.has(service)) return;
        const left = rounds.get(id)?.[service] ?? 0;
        rounds.set(id, { ...rounds.get(id), [service]: left - 1 });
        message.respond(JSON.stringify({ isDone: left <= 0 }));
      },
    });
  }
  await suite.link.flush();
});

afterAll(() => suite.stop());

beforeEach(async () => {
  silent.clear();
  organizationId = await newOrganization(suite);
  owner = await newMember(suite, organizationId, 'OWNER');
});

function remove(by: ActingMember = owner) {
  return answerOf(suite.service.get(DeletionService).delete(by));
}

async function newKey(): Promise<string> {
  const { stored } = makeSecret(randomBytes);
  await new KeyRepository(suite.pool).create({
    id: newId('key'),
    organizationId,
    name: 'CI',
    secret: stored,
    access: 'FULL',
    expiresAt: null,
    createdBy: 'operator:root',
    createdAt: new Date(),
  });
  return stored.hash;
}

async function sessionHash({ sessionId }: ActingMember): Promise<string> {
  const { rows } = await suite.pool.query<{ hash: string }>(
    `SELECT encode(hash, 'base64') AS hash FROM account.session WHERE id = $1`,
    [sessionId],
  );
  return rows[0]?.hash ?? '';
}

interface Pending {
  readonly sweeps: number;
}

async function pending(): Promise<Pending | undefined> {
  const { rows } = await suite.pool.query<Pending>('SELECT sweeps FROM account.organization_deletion WHERE id = $1', [
    organizationId,
  ]);
  return rows[0];
}

/** As if the deletion had happened so much earlier. */
async function letPass(interval: string): Promise<void> {
  await suite.pool.query(
    `UPDATE account.organization_deletion SET deleted_at = deleted_at - $2::interval, due_at = due_at - $2::interval
     WHERE id = $1`,
    [organizationId, interval],
  );
}

async function swept(sweeps: number): Promise<void> {
  await waitFor(`sweep ${sweeps}`, async () => (await pending())?.sweeps === sweeps);
}

describe('the deletion of an organization', () => {
  it('ends its keys, and the sessions of those who are left in no organization', async () => {
    const key = await newKey();
    const elsewhere = await newOrganization(suite);
    const other = await newMember(suite, organizationId, 'MEMBER');
    await new MemberRepository(suite.sql).add(suite.sql, elsewhere, other.person.id, 'VIEWER', new Date());
    const sessions = [await sessionHash(owner), await sessionHash(other)];
    expect(await remove()).toEqual({ data: { id: organizationId } });
    expect(await credentialsOf(suite, [key, ...sessions])).toMatchObject([
      null,
      null,
      { kind: 'session', memberships: [{ organizationId: elsewhere }] },
    ]);
  });

  it('asks every service until nothing is left, three times in all', async () => {
    rounds.set(organizationId, { monitor: 2 });
    await remove();
    await swept(1);
    const first = asked.get(organizationId) ?? [];
    expect(first.filter((service) => service === 'monitor')).toHaveLength(3);
    expect(new Set(first)).toEqual(new Set(OWNERS));
    await letPass('15 seconds');
    await swept(2);
    await letPass('10 minutes');
    await waitFor('the last sweep', async () => (await pending()) === undefined);
  });

  it('goes on after a service that did not answer, and leaves nothing out meanwhile', async () => {
    silent.add('incident');
    await remove();
    await waitFor('the others', () => OWNERS.every((service) => asked.get(organizationId)?.includes(service)));
    expect(await pending()).toEqual({ sweeps: 0 });
    const inAMinute = new Date(Date.now() + 60_000);
    const deletions = new OrganizationDeletionRepository(suite.sql);
    expect(await deletions.oldestSeconds(inAMinute)).toBeGreaterThanOrEqual(60);
    silent.clear();
    await swept(1);
  }, 30_000);

  it('leaves one line in the audit log, which belongs to no organization', async () => {
    await suite.service.get(InvitationService).create(owner, { email: 'a@example.com', role: 'VIEWER' });
    expect(await suite.auditOf(organizationId)).toEqual(['createInvitation']);
    await remove();
    await swept(1);
    expect(await suite.auditOf(organizationId)).toEqual([]);
    const { rows } = await suite.pool.query(
      `SELECT organization_id, actor, operation, resource_name FROM account.audit_log WHERE resource_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([
      {
        organization_id: null,
        actor: `person:${owner.person.id}`,
        operation: 'deleteOrganization',
        resource_name: 'Acme',
      },
    ]);
  });

  it('happens once, whoever asks for it at the same time', async () => {
    const second = await newMember(suite, organizationId, 'OWNER');
    const outcomes = await Promise.allSettled([owner, second, owner, second].map((by) => remove(by)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rowCount } = await suite.pool.query('SELECT FROM account.audit_log WHERE resource_id = $1', [
      organizationId,
    ]);
    expect(rowCount).toBe(1);
  });

  it.each([
    { name: 'an administrator', role: 'ADMIN', signedInMsAgo: 0 },
    { name: 'an owner who signed in more than an hour ago', role: 'OWNER', signedInMsAgo: 3_600_001 },
  ] as const)('is refused to $name', async ({ role, signedInMsAgo }) => {
    const by = await newMember(suite, organizationId, role, { signedInMsAgo });
    await expect(remove(keyed(by))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await pending()).toBeUndefined();
    expect(await sessionHash(by)).not.toBe('');
  });

  it('is taken over by another replica', async () => {
    const now = new Date();
    const abandoned = new Date(now.getTime() + 2_000);
    await suite.pool.query('INSERT INTO account.organization_deletion (id, deleted_at, due_at) VALUES ($1, $2, $3)', [
      organizationId,
      now,
      abandoned,
    ]);
    await swept(1);
    expect(new Set(asked.get(organizationId))).toEqual(new Set(OWNERS));
  });
});
