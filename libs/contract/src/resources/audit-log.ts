import { Type, type Static } from 'typebox';
import { nullable, timestamp } from '../schema.ts';

export const auditEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the entry.' }),
    at: timestamp('When it happened.'),
    actor: Type.String({
      description:
        'Who did it: `person:` and an id, `key:` and an id, `operator:` and a name, `link:` and the id of the alert contact that got the link, or `nobody`. The filter `actor` takes the same.',
    }),
    actorName: nullable(Type.String({ description: 'What the actor was called then.' })),
    operation: Type.String({ description: 'The id of the operation, or the command.' }),
    refused: Type.Boolean({
      description: 'True only for sign-ins that failed: other failures change nothing and are not recorded.',
    }),
    resourceId: nullable(
      Type.String({ description: 'The id of what was changed; null if it is no resource, or one that is not stored.' }),
    ),
    resourceName: nullable(Type.String({ description: 'What the resource was called then.' })),
    changedFields: Type.Array(Type.String(), {
      description: 'The names of the changed fields, for updates only; never values.',
    }),
    requestId: nullable(Type.String({ description: 'The id of the request; null for commands.' })),
    address: nullable(Type.String({ description: 'The address of the client; null for commands.' })),
  },
  { title: 'AuditEntry', description: 'One line of the audit log.' },
);

export type AuditEntry = Static<typeof auditEntrySchema>;
