import { Type } from 'typebox';
import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { auditEntrySchema } from '../resources/audit-log.ts';
import { organizationSchema, organizationUpdateSchema, usageSchema } from '../resources/organization.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { timestampInput } from '../schema.ts';

const common = {
  ...ORDINARY,
  service: 'account',
  tag: 'Organization',
  query: noQuery,
  body: undefined,
  worksCanceled: true,
} as const;

export const organizationOperations = {
  getOrganization: operation({
    ...common,
    id: 'getOrganization',
    method: 'GET',
    path: '/api/console/v1/organization',
    summary: 'Get the organization',
    description: 'Returns the organization of this request.',
    response: organizationSchema,
  }),
  updateOrganization: operation({
    ...common,
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/api/console/v1/organization',
    summary: 'Update the organization',
    description: 'Changes the fields that are sent.',
    role: 'ADMIN',
    body: organizationUpdateSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: organizationSchema,
  }),
  deleteOrganization: operation({
    ...common,
    id: 'deleteOrganization',
    method: 'DELETE',
    path: '/api/console/v1/organization',
    summary: 'Delete the organization',
    description:
      'Removes the organization with all its data, in every service. Its keys stop working at once. Needs a sign-in within the last hour.',
    role: 'OWNER',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  getUsage: operation({
    ...common,
    id: 'getUsage',
    method: 'GET',
    path: '/api/console/v1/usage',
    summary: 'Get the usage',
    description: 'Returns the allowances of the plan, and what is used of them.',
    credentials: ['session', 'key'],
    response: usageSchema,
  }),
  listAuditLog: operation({
    ...common,
    id: 'listAuditLog',
    method: 'GET',
    path: '/api/console/v1/audit-log',
    summary: 'List the audit log',
    description: 'Lists who changed what in the last 400 days, newest first. A change is visible within 2 seconds.',
    role: 'ADMIN',
    query: pageQuery({
      actor: Type.String({ minLength: 1, description: 'Only what this actor did; none if it is unknown.' }),
      operation: Type.String({ minLength: 1, description: 'Only this operation or command.' }),
      resource: Type.String({ minLength: 1, description: 'Only what concerns the resource with this id.' }),
      from: timestampInput('Only from this time on.'),
      to: timestampInput('Only before this time.'),
    }),
    response: pageOf('AuditLog', auditEntrySchema),
  }),
};
