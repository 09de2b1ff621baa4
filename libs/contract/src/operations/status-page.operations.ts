import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { statusPageCreateSchema, statusPageSchema, statusPageUpdateSchema } from '../resources/status-page.ts';
import { statusPageFaults } from '../resources/status-page-fields.ts';

const common = {
  ...ORDINARY,
  service: 'status-page',
  tag: 'Status pages',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

export const statusPageOperations = {
  listStatusPages: operation({
    ...common,
    id: 'listStatusPages',
    method: 'GET',
    path: '/api/v1/status-pages',
    summary: 'List status pages',
    description: 'Lists the status pages of the organization, newest first.',
    query: pageQuery({}),
    response: pageOf('StatusPageList', statusPageSchema),
    maxAnswerBytes: ANSWER_BYTES.pieces,
  }),
  createStatusPage: operation({
    ...common,
    id: 'createStatusPage',
    method: 'POST',
    path: '/api/v1/status-pages',
    summary: 'Create a status page',
    description:
      'Creates a status page; only `name` is required. 409 `conflict` when the slug is taken or another page has proven the custom domain; a slug that is made from the name gets a suffix instead. 422 `plan_limit` when the allowance of the plan is used up. A monitor that is listed twice or unknown is a 400 at its path.',
    body: statusPageCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: statusPageSchema,
    status: 201,
    errors: ['conflict', 'plan_limit'],
    refine: statusPageFaults,
  }),
  getStatusPage: operation({
    ...common,
    id: 'getStatusPage',
    method: 'GET',
    path: '/api/v1/status-pages/{statusPageId}',
    summary: 'Get a status page',
    description: 'Returns one status page with its present state.',
    response: statusPageSchema,
  }),
  updateStatusPage: operation({
    ...common,
    id: 'updateStatusPage',
    method: 'PATCH',
    path: '/api/v1/status-pages/{statusPageId}',
    summary: 'Update a status page',
    description:
      'Changes the fields that are sent. `components` replaces the whole list; a component keeps its id as long as its monitor stays on the page. 409 `conflict` when the slug is taken or another page has proven the custom domain. Another custom domain has to be proven anew.',
    body: statusPageUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: statusPageSchema,
    errors: ['conflict'],
    refine: statusPageFaults,
  }),
  deleteStatusPage: operation({
    ...common,
    id: 'deleteStatusPage',
    method: 'DELETE',
    path: '/api/v1/status-pages/{statusPageId}',
    summary: 'Delete a status page',
    description:
      'Deletes a status page and takes it off every published incident and maintenance window; these stay. Its slug is free again.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
};
