import { DEFAULT_DEADLINE_MS, internal, newId, type Credential, type Role } from '@vedette/contract';
import { sqlOf, type Sql } from '@vedette/database';
import type { Reply } from '@vedette/messaging';
import { Organization } from '@vedette/test-kit/organization';
import { startSuite as start, type StoreConfig, type Suite as ServiceSuite } from '@vedette/test-kit/suite';
import { randomBytes } from 'node:crypto';
import type { ActingMember, SignedIn } from '../src/acting.ts';
import { AppModule } from '../src/app.module.ts';
import type { AccountConfig } from '../src/config.ts';
import { OrganizationRepository } from '../src/organizations/organization.repository.ts';
import { MemberRepository } from '../src/people/member.repository.ts';
import { PersonRepository, type Person } from '../src/people/person.repository.ts';
import { SessionRepository } from '../src/sessions/session.repository.ts';
import type { Visit } from '../src/sign-in/session-start.ts';
import { linkExpiresAt } from '../src/sign-in/sign-in-links.ts';
import { SignInRepository } from '../src/sign-in/sign-in.repository.ts';
import { hashToken, makeToken } from '../src/sign-in/token.ts';

export type Json = Record<string, unknown>;

export interface Suite extends ServiceSuite<AccountConfig, Organization> {
  readonly sql: Sql;
  /** The operations and refusals of an organization in the audit log, the oldest first. */
  auditOf(organizationId: string | null): Promise<string[]>;
}

export async function startSuite(change: Partial<Omit<AccountConfig, keyof StoreConfig>> = {}): Promise<Suite> {
  const suite = await start<AccountConfig, Organization>({
    service: 'account',
    module: AppModule,
    organization: Organization,
    config: {
      secretKey: randomBytes(32),
      previousSecretKey: null,
      consolePublicUrl: 'https://vedette.example',
      signInTriesPerHour: 10,
      smtpUrl: null,
      smtpFrom: null,
      ...change,
    },
  });
  return {
    ...suite,
    sql: sqlOf(suite.pool),
    auditOf: async (organizationId) => {
      const { rows } = await suite.pool.query<{ line: string }>(
        `SELECT operation || CASE WHEN is_refused THEN ' refused' ELSE '' END AS line
         FROM account.audit_log WHERE organization_id IS NOT DISTINCT FROM $1 ORDER BY at, id`,
        [organizationId],
      );
      return rows.map(({ line }) => line);
    },
  };
}

/**
 * What the service says of those who present these hashes. Gateways give it less time and then ask again, because a client
 * waits; here only the answer counts.
 */
export async function credentialsOf(
  { rpc }: Suite,
  hashes: string[],
  { isWatching = false } = {},
): Promise<(Credential | null)[]> {
  const patient = { ...internal.findCredentials, deadlineMs: DEFAULT_DEADLINE_MS };
  return (await rpc.ask(patient, { hashes, isWatching })).credentials;
}

export async function newOrganization({ sql }: Suite): Promise<string> {
  const id = newId('org');
  const organization = { id, name: 'Acme', plan: 'TEAM', subscription: 'ACTIVE', createdAt: new Date() } as const;
  await new OrganizationRepository(sql).create(organization);
  return id;
}

export async function newPerson({ sql }: Suite, name = 'Ada'): Promise<Person> {
  const id = newId('per');
  return new PersonRepository(sql).add(sql, { id, email: `${id}@example.com`, name, createdAt: new Date() });
}

/** A person in the organization who signed in so long ago. */
export async function newMember(
  suite: Suite,
  organizationId: string,
  role: Role,
  { signedInMsAgo = 0 }: { signedInMsAgo?: number } = {},
): Promise<ActingMember> {
  const person = await newPerson(suite);
  await new MemberRepository(suite.sql).add(suite.sql, organizationId, person.id, role, new Date());
  return { ...(await signIn(suite, person, new Date(Date.now() - signedInMsAgo))), organizationId };
}

export async function signIn({ sql }: Suite, person: Person, signedInAt = new Date()): Promise<SignedIn> {
  const sessionId = newId('ses');
  const visit = newVisit();
  const session = { id: sessionId, hash: visit.sessionHash, personId: person.id, signedInAt };
  await new SessionRepository(sql).insert(sql, { ...session, address: null, userAgent: null });
  return { sessionId, person, requestId: newId('req'), address: '192.0.2.1', idempotency: undefined };
}

/** Each from an address of its own, because addresses are counted. */
export function newVisit(
  address = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
): Visit {
  const sessionHash = randomBytes(32).toString('base64');
  return { sessionHash, address, userAgent: 'Firefox', requestId: newId('req') };
}

/** The same request once more, with an idempotency key. */
export function keyed<Act extends SignedIn>(by: Act): Act {
  const idempotency = { key: newId('req'), fingerprint: 'same', createdAt: new Date().toISOString() };
  return { ...by, idempotency };
}

export async function answerOf(reply: Promise<Reply>): Promise<Json> {
  const { body } = await reply;
  if (typeof body !== 'string') throw new Error('The answer comes in pieces');
  return JSON.parse(body) as Json;
}

/** The token of the link in a mail. */
export function tokenIn(text: string | undefined): string {
  return /#token=(\S+)/.exec(text ?? '')?.[1] ?? '';
}

/** The token of a link that signs the person in; null: in the organization that they opened last. */
export async function newLinkOf(
  { sql }: Suite,
  { id: personId }: Person,
  organizationId: string | null,
  expiresAt = linkExpiresAt(new Date()),
): Promise<string> {
  const token = makeToken(randomBytes);
  await new SignInRepository(sql).insertLink(sql, { hash: hashToken(token), personId, organizationId, expiresAt });
  return token;
}
