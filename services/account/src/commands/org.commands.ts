import type { Subscription } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { AuditRepository } from '../audit/audit.repository.ts';
import { OrganizationDeletion } from '../deletion/organization-deletion.ts';
import { OrganizationDeletionRepository } from '../deletion/organization-deletion.repository.ts';
import { OrganizationRepository, type Organization } from '../organizations/organization.repository.ts';
import { PlanRepository } from '../organizations/plan.repository.ts';
import {
  answer,
  command,
  refuse,
  refuseUnknownOrganization,
  type Context,
  type Group,
  type Outcome,
} from '../cli/command.ts';
import { createKey, newKeyAnswer, newKeyText } from '../cli/new-key.ts';
import { argument, choice, idText, nameText, optional, planName, required, withDefault } from '../cli/option.ts';
import { refuseUnknownPlan } from './plan.commands.ts';
import { recorded } from '../cli/recorded.ts';
import { fields, table } from '../cli/table.ts';

const subscription = choice<Subscription>(['ACTIVE', 'PAST_DUE', 'CANCELED']);
const EXAMPLE_ID = 'org_01kb3cq5m8e7x2vnd4gtz9whya';
const ORGANIZATION = argument(idText, 'The organization, as vedette org list shows it');
const NAME = required(nameText, '1 to 120 characters');
const ABOUT_SUBSCRIPTION = 'PAST_DUE still works; CANCELED can read only';

export const orgCommands: Group = {
  name: 'org',
  about: 'Organizations: the customers, each with a plan, a subscription and keys of its own.',
  commands: [
    command({
      name: 'create',
      about: 'Create an organization, and its first key if you name one',
      example: 'org create --name "Acme Ltd" --plan TEAM',
      options: {
        name: NAME,
        plan: withDefault(planName, 'FREE', 'One of those that vedette plan list shows'),
        subscription: withDefault(subscription, 'ACTIVE', ABOUT_SUBSCRIPTION),
        key: optional(nameText, 'The name of a key with FULL access, which is printed once; no key, if left out'),
      },
      run: async ({ key: keyName, ...given }, context) => {
        const { connections, now } = context;
        const database = await connections.database();
        const organizations = new OrganizationRepository(await connections.sql());
        const fresh = { ...given, id: newId('org', now.getTime()), createdAt: now };
        const created = await recorded(context, {
          operation: 'createOrganization',
          change: (tx) => organizations.create(fresh, tx),
          organizationOf: ({ id }) => id,
        });
        if (created === undefined) return refuseUnknownPlan(given.plan, await new PlanRepository(database).list());
        const text = `Created an organization.\n\n${fields(rowOf(created))}`;
        if (keyName === undefined) return answer(created, text);
        const first = { organizationId: created.id, name: keyName, access: 'FULL', expiresAt: null } as const;
        const key = await createKey(context, first);
        if (key === undefined) return refuseUnknownOrganization(created.id);
        return answer({ ...created, key: newKeyAnswer(key, now) }, `${text}\n\n${newKeyText(key, now)}`);
      },
    }),
    command({
      name: 'list',
      about: 'List all organizations, the oldest first',
      example: 'org list',
      options: {},
      run: async (_, { connections }) => {
        const organizations = await new OrganizationRepository(await connections.sql()).list();
        const none = 'There are no organizations yet: vedette org create makes one.';
        return answer(organizations, table(organizations.map(rowOf), none));
      },
    }),
    command({
      name: 'show',
      about: 'Show an organization, with how many people and keys it has',
      example: `org show ${EXAMPLE_ID}`,
      options: { id: ORGANIZATION },
      run: show,
    }),
    command({
      name: 'rename',
      about: 'Give an organization another name',
      example: `org rename ${EXAMPLE_ID} --name "Acme Group"`,
      options: { id: ORGANIZATION, name: NAME },
      run: rename,
    }),
    command({
      name: 'update',
      about: 'Change the plan or the subscription of an organization',
      details: 'The API follows within two seconds. What exceeds a smaller plan stays, and nothing can be added to it.',
      example: `org update ${EXAMPLE_ID} --plan SCALE`,
      options: {
        id: ORGANIZATION,
        plan: optional(planName, 'One of those that vedette plan list shows'),
        subscription: optional(subscription, ABOUT_SUBSCRIPTION),
      },
      run: async ({ id, ...change }, context) => {
        const { connections } = context;
        if (change.plan === undefined && change.subscription === undefined) {
          return refuse('vedette org update needs --plan, --subscription or both.');
        }
        const database = await connections.database();
        if (change.plan !== undefined) {
          const plans = await new PlanRepository(database).list();
          if (!plans.some(({ name }) => name === change.plan)) return refuseUnknownPlan(change.plan, plans);
        }
        const organizations = new OrganizationRepository(await connections.sql());
        const updated = await recorded(context, {
          operation: 'updateOrganization',
          changedFields: [...(change.plan ? ['plan'] : []), ...(change.subscription ? ['subscription'] : [])],
          change: (tx) => organizations.update(id, change, tx),
          organizationOf: () => id,
        });
        if (updated === undefined) return refuseUnknownOrganization(id);
        return answer(updated, `Updated the organization.\n\n${fields(rowOf(updated))}`);
      },
    }),
    command({
      name: 'delete',
      about: 'Delete an organization with all its data, in every service',
      details:
        'Its keys and people lose access within two seconds. The services erase its data in the background, as soon as the stack runs. This cannot be undone.',
      example: `org delete ${EXAMPLE_ID}`,
      options: { id: ORGANIZATION },
      run: remove,
    }),
  ],
};

async function show({ id }: { readonly id: string }, { connections }: Context): Promise<Outcome> {
  const organizations = new OrganizationRepository(await connections.sql());
  const organization = await organizations.find(id);
  if (organization === undefined) return refuseUnknownOrganization(id);
  const { members, keys } = await organizations.count(id);
  return answer({ ...organization, people: members, keys }, fields({ ...rowOf(organization), people: members, keys }));
}

interface Renamed {
  readonly id: string;
  readonly name: string;
}

async function rename({ id, name }: Renamed, context: Context): Promise<Outcome> {
  const organizations = new OrganizationRepository(await context.connections.sql());
  const renamed = await recorded(context, {
    operation: 'updateOrganization',
    changedFields: ['name'],
    change: (tx) => organizations.update(id, { name }, tx),
    organizationOf: () => id,
  });
  if (renamed === undefined) return refuseUnknownOrganization(id);
  return answer(renamed, `Renamed the organization.\n\n${fields(rowOf(renamed))}`);
}

async function remove({ id }: { readonly id: string }, context: Context): Promise<Outcome> {
  const { connections, now, operator } = context;
  const sql = await connections.sql();
  const organizations = new OrganizationRepository(sql);
  const deletion = new OrganizationDeletion(new OrganizationDeletionRepository(sql), new AuditRepository(sql));
  const mutations = await connections.mutations();
  const deleted = await mutations.run(async (tx) => {
    const organization = await organizations.lock(tx, id);
    if (organization === undefined) return undefined;
    const origin = { actor: operator, requestId: null, address: null };
    return { organization, ended: await deletion.begin(tx, organization, origin, now) };
  });
  if (deleted === undefined) return refuseUnknownOrganization(id);
  const { organization, ended } = deleted;
  for (const keyId of ended.keyIds) await connections.announce({ keyId });
  for (const personId of ended.personIds) await connections.announce({ personId });
  return answer(organization, `Deleted the organization.\n\n${fields(rowOf(organization))}`);
}

function rowOf({ id, name, plan, subscription: state, createdAt }: Organization) {
  return { id, name, plan, subscription: state, created: createdAt };
}
