import type { Subscription } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { OrganizationRepository, type Organization } from '../organizations/organization.repository.ts';
import { PlanRepository } from '../organizations/plan.repository.ts';
import { answer, command, refuse, type Group, type Outcome } from './command.ts';
import { argument, choice, idText, nameText, optional, planName, quoted, required, withDefault } from './option.ts';
import { refuseUnknownPlan } from './plan.commands.ts';
import { recorded } from './recorded.ts';
import { fields, table } from './table.ts';

const subscription = choice<Subscription>(['ACTIVE', 'PAST_DUE', 'CANCELED']);
const ABOUT_SUBSCRIPTION = 'PAST_DUE still works; CANCELED can read only';

export const orgCommands: Group = {
  name: 'org',
  about: 'Organizations: the customers, each with a plan, a subscription and keys of its own.',
  commands: [
    command({
      name: 'create',
      about: 'Create an organization',
      example: 'org create --name "Acme Ltd" --plan TEAM',
      options: {
        name: required(nameText, '1 to 120 characters'),
        plan: withDefault(planName, 'FREE', 'One of those that vedette plan list shows'),
        subscription: withDefault(subscription, 'ACTIVE', ABOUT_SUBSCRIPTION),
      },
      run: async (given, context) => {
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
        return answer(created, `Created an organization.\n\n${fields(rowOf(created))}`);
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
      name: 'update',
      about: 'Change the plan or the subscription of an organization',
      details: 'The API follows within two seconds. What exceeds a smaller plan stays, and nothing can be added to it.',
      example: 'org update org_01kb3cq5m8e7x2vnd4gtz9whya --plan SCALE',
      options: {
        id: argument(idText, 'The organization, as vedette org list shows it'),
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
  ],
};

export function refuseUnknownOrganization(id: string): Outcome {
  return refuse(`There is no organization ${quoted(id)}.`);
}

function rowOf({ id, name, plan, subscription: state, createdAt }: Organization) {
  return { id, name, plan, subscription: state, created: createdAt };
}
