import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { ORGANIZATION_LIMITS } from '../values/organization-limits.ts';
import {
  keyCreateSchema,
  keyReplaceSchema,
  keySchema,
  keyUpdateSchema,
  keyWithSecretSchema,
} from '../resources/key.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';

const common = {
  ...ORDINARY,
  service: 'account',
  tag: 'Keys',
  query: noQuery,
  body: undefined,
  role: 'ADMIN',
  worksCanceled: true,
} as const;

export const keyOperations = {
  listKeys: operation({
    ...common,
    id: 'listKeys',
    method: 'GET',
    path: '/api/console/v1/keys',
    summary: 'List API keys',
    description: 'Lists the API keys of the organization, newest first, without their secrets.',
    query: pageQuery({}),
    response: pageOf('KeyList', keySchema),
  }),
  createKey: operation({
    ...common,
    id: 'createKey',
    method: 'POST',
    path: '/api/console/v1/keys',
    summary: 'Create an API key',
    description: `Makes an API key. The response, and its replays to the same person, are the only place that shows it, besides replace. 409 \`conflict\` if the organization has ${ORGANIZATION_LIMITS['API keys']} keys.`,
    body: keyCreateSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: keyWithSecretSchema,
    status: 201,
    sensitive: true,
    errors: ['conflict'],
  }),
  updateKey: operation({
    ...common,
    id: 'updateKey',
    method: 'PATCH',
    path: '/api/console/v1/keys/{keyId}',
    summary: 'Update an API key',
    description: 'Changes the fields that are sent. Disabling takes effect within 2 seconds.',
    body: keyUpdateSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: keySchema,
  }),
  deleteKey: operation({
    ...common,
    id: 'deleteKey',
    method: 'DELETE',
    path: '/api/console/v1/keys/{keyId}',
    summary: 'Revoke an API key',
    description: 'Revokes the key for good, within 2 seconds, and takes it off the list.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  replaceKey: operation({
    ...common,
    id: 'replaceKey',
    method: 'POST',
    path: '/api/console/v1/keys/{keyId}/replace',
    summary: 'Replace the secret of an API key',
    description:
      'Gives the key a new secret and returns it; id, rate limit and expiry stay. The old secret works for `overlapSeconds` more; at most two secrets are live. 409 `conflict` if the key is expired, disabled or revoked.',
    body: keyReplaceSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: keyWithSecretSchema,
    sensitive: true,
    errors: ['conflict'],
  }),
};
