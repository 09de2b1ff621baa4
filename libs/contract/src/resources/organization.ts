import { Type, type Static } from 'typebox';
import { changeBody, choice, nullable, timestamp } from '../schema.ts';

const fields = {
  name: Type.String({ minLength: 1, maxLength: 120, description: 'The name of the organization.' }),
};

export const organizationSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the organization.' }),
    name: Type.String({ description: 'The name of the organization.' }),
    plan: Type.String({ description: 'The name of its plan.' }),
    subscription: choice(
      ['ACTIVE', 'PAST_DUE', 'CANCELED'],
      'While it is CANCELED, resources can be read and not changed; people and keys can still be managed.',
    ),
    createdAt: timestamp('When the organization was created.'),
  },
  { title: 'Organization', description: 'An organization.' },
);

export const organizationUpdateSchema = changeBody({
  title: 'OrganizationUpdate',
  fields,
  resource: organizationSchema,
});

/** What a service does not tell in time is null. */
const used = (what: string) => nullable(Type.Integer({ description: `How many ${what} there are; null if unknown.` }));
const allowed = (what: string) => Type.Integer({ description: `How many ${what} the plan allows.` });

export const usageSchema = Type.Object(
  {
    plan: Type.String({ description: 'The name of the plan.' }),
    allowed: Type.Object(
      {
        monitors: allowed('monitors'),
        statusPages: allowed('status pages'),
        webhookEndpoints: allowed('webhook endpoints'),
        maintenanceWindows: allowed('maintenance windows that are not completed'),
        fastestIntervalSeconds: Type.Integer({ description: 'The shortest interval of a monitor, in seconds.' }),
      },
      { description: 'What the plan allows.' },
    ),
    used: Type.Object(
      {
        monitors: used('monitors'),
        statusPages: used('status pages'),
        webhookEndpoints: used('webhook endpoints'),
        maintenanceWindows: used('maintenance windows that are not completed'),
        members: Type.Integer({ description: 'How many people belong to the organization.' }),
        keys: Type.Integer({ description: 'How many API keys the organization has.' }),
      },
      { description: 'What is used.' },
    ),
  },
  { title: 'Usage', description: 'The allowances of the plan, and what is used of them.' },
);

export type Organization = Static<typeof organizationSchema>;
export type OrganizationUpdate = Static<typeof organizationUpdateSchema>;
export type Usage = Static<typeof usageSchema>;
