import { randomBytes } from 'node:crypto';
import type { Role } from '@vedette/contract';
import { ROLES } from '@vedette/contract/caller';
import { newId } from '@vedette/contract/ids';
import type { Origin } from '../audit/actor.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { MailRepository } from '../mail/mail.repository.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { DepartureRepository } from '../people/departure.repository.ts';
import { MemberChanges } from '../people/member-changes.ts';
import { MemberRepository, type Member } from '../people/member.repository.ts';
import { PersonRepository } from '../people/person.repository.ts';
import type { Changer } from '../people/roles.ts';
import { linkExpiresAt } from '../sign-in/sign-in-links.ts';
import { SignInRepository } from '../sign-in/sign-in.repository.ts';
import { hashToken, makeToken, tokenUrl } from '../sign-in/token.ts';
import {
  answer,
  command,
  refuse,
  refuseUnknownOrganization,
  type Context,
  type Group,
  type Outcome,
} from '../cli/command.ts';
import { allOf, choice, emailText, idText, nameText, optional, quoted, required } from '../cli/option.ts';
import { fields, table } from '../cli/table.ts';

const OPERATOR: Changer = { kind: 'operator' };
const EXAMPLE_ORG = 'org_01kb3cq5m8e7x2vnd4gtz9whya';
const ABOUT_ORG = 'The organization, as vedette org list shows it';
const email = required(emailText, 'The mail address of the person');

export const personCommands: Group = {
  name: 'person',
  about: 'People: who may sign in to the console, and with which role in which organization.',
  commands: [
    command({
      name: 'add',
      about: 'Add a person to an organization',
      details: 'A person who has signed in before keeps their name; vedette person link makes a link to sign in.',
      example: `person add --org ${EXAMPLE_ORG} --email ada@example.com --name "Ada" --role ADMIN`,
      options: {
        org: required(idText, ABOUT_ORG),
        email,
        name: required(nameText, '1 to 120 characters'),
        role: required(choice<Role>(ROLES), 'VIEWER reads, MEMBER changes, ADMIN manages people and keys, OWNER all'),
      },
      run: add,
    }),
    command({
      name: 'list',
      about: 'List people, those of an organization or all, the oldest first',
      example: `person list --org ${EXAMPLE_ORG}`,
      options: { org: optional(idText, `${ABOUT_ORG}; all people, if left out`) },
      run: list,
    }),
    command({
      name: 'link',
      about: 'Make a link by which a person signs in once, within 15 minutes',
      details: 'Whoever opens the link is signed in as this person: give it to nobody else.',
      example: 'person link --email ada@example.com',
      options: { email, org: optional(idText, 'The organization that opens; the last one, if left out') },
      run: link,
    }),
    command({
      name: 'remove',
      about: 'Remove a person from an organization, or altogether',
      details:
        'Takes effect within two seconds, and withdraws what they have invited to. The last owner of an organization stays.',
      example: `person remove --email ada@example.com --org ${EXAMPLE_ORG}`,
      options: { email, org: optional(idText, `${ABOUT_ORG}; from all and for good, if left out`) },
      run: remove,
    }),
  ],
};

interface Added {
  readonly org: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

async function add({ org, email: address, name, role }: Added, context: Context): Promise<Outcome> {
  const { people, members, organizations, audit, mutations } = await partsOf(context);
  const { now } = context;
  const outcome = await mutations.run(async (tx) => {
    if ((await organizations.lock(tx, org)) === undefined) return 'no-organization';
    const person = await people.add(tx, { id: newId('per', now.getTime()), email: address, name, createdAt: now });
    if (!(await members.add(tx, org, person.id, role, now))) return 'member-already';
    await audit.append(
      tx,
      { ...originOf(context), organizationId: org, operation: 'addPerson', resource: person },
      now,
    );
    return person;
  });
  if (outcome === 'no-organization') return refuseUnknownOrganization(org);
  if (outcome === 'member-already') return refuse(`${quoted(address)} is in the organization already.`);
  await context.connections.announce({ personId: outcome.id });
  const added = { id: outcome.id, name: outcome.name, email: outcome.email, role, organizationId: org };
  return answer(added, `Added a person.\n\n${fields(added)}`);
}

async function list({ org }: { readonly org: string | undefined }, { connections }: Context): Promise<Outcome> {
  const sql = await connections.sql();
  if (org === undefined) {
    const people = await new PersonRepository(sql).list();
    const rows = people.map(({ id, name, email: address, createdAt }) => ({ id, name, email: address, createdAt }));
    return answer(rows, table(rows, 'There are no people yet: vedette person add adds one.'));
  }
  const members = await new MemberRepository(sql).list(org);
  return answer(members, table(members.map(rowOf), 'The organization has no people yet.'));
}

function rowOf({ id, name, email: address, role, createdAt }: Member) {
  return { id, name, email: address, role, since: createdAt };
}

interface Named {
  readonly email: string;
  readonly org: string | undefined;
}

async function link({ email: address, org }: Named, context: Context): Promise<Outcome> {
  const { people, members, audit, links, mutations } = await partsOf(context);
  const { now, consoleUrl } = context;
  const token = makeToken(randomBytes);
  const expiresAt = linkExpiresAt(now);
  const url = tokenUrl(consoleUrl(), 'sign-in', token);
  const outcome = await mutations.run(async (tx) => {
    const person = await people.findByEmail(address, tx);
    if (person === undefined) return 'nobody';
    if (org !== undefined && (await members.find(org, person.id, tx)) === undefined) return 'no-member';
    await links.insertLink(tx, { hash: hashToken(token), personId: person.id, organizationId: org ?? null, expiresAt });
    const act = { ...originOf(context), organizationId: org ?? null, operation: 'createSignInLink', resource: person };
    await audit.append(tx, act, now);
    return 'made';
  });
  if (outcome === 'nobody') return refuseUnknownPerson(address);
  if (outcome === 'no-member') return refuse(`${quoted(address)} is not in the organization ${quoted(org ?? '')}.`);
  return answer({ url, token, expiresAt }, `${url}\n\nIt works once, for 15 minutes.`);
}

async function remove({ email: address, org }: Named, context: Context): Promise<Outcome> {
  const { people, members, audit, mutations } = await partsOf(context);
  const { now } = context;
  const changes = await memberChanges(context);
  const by = { origin: originOf(context), load: async () => OPERATOR };
  const person = await people.findByEmail(address);
  if (person === undefined) return refuseUnknownPerson(address);
  // Organizations are locked in one order, so that two removals cannot deadlock.
  const memberships = await members.membershipsOf([person.id]);
  const left = org === undefined ? memberships.map(({ organizationId }) => organizationId).toSorted() : [org];
  let keys: string[];
  try {
    keys = await mutations.run(async (tx) => {
      const known: string[] = [];
      for (const organizationId of left) {
        const change = await changes.remove(tx, organizationId, person.id, by, now);
        if (change.kind === 'no-member') throw new Refusal(`${quoted(address)} is not in ${quoted(organizationId)}.`);
        if (change.kind !== 'done') throw new Refusal(change.reason);
        known.push(...change.left.keys);
        const act = { ...by.origin, organizationId, operation: 'removePerson', resource: person };
        await audit.append(tx, act, now);
      }
      if (org === undefined) await people.delete(tx, person.id);
      return known;
    });
  } catch (error) {
    // Thrown, so that nothing of the removal is committed.
    if (error instanceof Refusal) return refuse(error.message);
    throw error;
  }
  await context.connections.announce({ personId: person.id });
  const removed = { id: person.id, name: person.name, email: person.email };
  const known = keys.length === 0 ? '' : `\n\nThey were shown the secrets of these keys: ${allOf(keys.map(quoted))}.`;
  return answer({ ...removed, keys }, `Removed the person.\n\n${fields(removed)}${known}`);
}

class Refusal extends Error {}

/** The owners get mail if the command knows of a mail server; the service sends it. */
async function memberChanges({ connections, doctorSettings }: Context): Promise<MemberChanges> {
  const sql = await connections.sql();
  const mails = new MailRepository(sql);
  return new MemberChanges({
    members: new MemberRepository(sql),
    organizations: new OrganizationRepository(sql),
    departures: new DepartureRepository(sql),
    audit: new AuditRepository(sql),
    notify: async (tx, organizationId, address, notice, now) => {
      if (doctorSettings().smtpUrl === null) return;
      await mails.queue(tx, { kind: notice.kind, address, organizationId, invitationId: null, notice }, now);
    },
  });
}

async function partsOf({ connections }: Context) {
  const sql = await connections.sql();
  return {
    people: new PersonRepository(sql),
    members: new MemberRepository(sql),
    organizations: new OrganizationRepository(sql),
    links: new SignInRepository(sql),
    audit: new AuditRepository(sql),
    mutations: await connections.mutations(),
  };
}

function originOf({ operator }: Context): Origin {
  return { actor: operator, requestId: null, address: null };
}

function refuseUnknownPerson(address: string): Outcome {
  return refuse(`There is nobody with the address ${quoted(address)}.`);
}
