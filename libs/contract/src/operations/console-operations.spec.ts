import { describe, expect, it } from '@jest/globals';
import { ROLES } from '../caller.ts';
import type { Operation } from '../operation.ts';
import { consoleContract, consoleOnlyOperations } from './console-operations.ts';
import { contract, operations } from './operations.ts';
import { ANSWER_BYTES, BODY_BYTES } from '../operation-bounds.ts';
import type { JsonSchema } from '../schema.ts';

/** The operations beyond the public ones: method, path, credentials, least role. */
const DECIDED = `
| POST | /sign-in/links | none | - |
| POST | /sign-in/view | none | - |
| POST | /sign-in/redeem | session, none | - |
| GET | /sign-in/methods | none | - |
| GET | /session | session | - |
| DELETE | /session | session | - |
| GET | /sessions | session | - |
| DELETE | /sessions/{sessionId} | session | - |
| DELETE | /sessions | session | - |
| GET | /me | session | - |
| PATCH | /me | session | - |
| GET | /organization | session | VIEWER |
| PATCH | /organization | session | ADMIN |
| DELETE | /organization | session | OWNER |
| GET | /usage | session, key | VIEWER |
| GET | /audit-log | session | ADMIN |
| GET | /members | session | VIEWER |
| PATCH | /members/{personId} | session | ADMIN |
| DELETE | /members/{personId} | session | ADMIN |
| GET | /invitations | session | ADMIN |
| POST | /invitations | session | ADMIN |
| DELETE | /invitations/{invitationId} | session | ADMIN |
| POST | /invitations/accept | session, none | - |
| GET | /keys | session | ADMIN |
| POST | /keys | session | ADMIN |
| PATCH | /keys/{keyId} | session | ADMIN |
| DELETE | /keys/{keyId} | session | ADMIN |
| POST | /keys/{keyId}/replace | session | ADMIN |
| GET | /events | session, key | VIEWER |
| GET | /events/stream | session, key | VIEWER |
| POST | /webhook-deliveries/retry-failed | session | MEMBER |
| GET | /alert-contacts | session, key | VIEWER |
| POST | /alert-contacts | session, key | MEMBER |
| POST | /alert-contact-confirmations | none | - |
| GET | /alert-contacts/{contactId} | session, key | VIEWER |
| PATCH | /alert-contacts/{contactId} | session, key | MEMBER |
| POST | /alert-contacts/{contactId}/test | session, key | MEMBER |
| DELETE | /alert-contacts/{contactId} | session, key | MEMBER |
| GET | /monitors/{monitorId}/alert-contacts | session, key | VIEWER |
| PUT | /monitors/{monitorId}/alert-contacts | session, key | MEMBER |
| GET | /monitors/{monitorId}/alerting | session, key | VIEWER |
| PUT | /monitors/{monitorId}/alerting | session, key | MEMBER |
| GET | /alerts | session, key | VIEWER |
| POST | /rehearsals | session | ADMIN |
| GET | /rehearsals/{rehearsalId} | session | VIEWER |
| POST | /incidents/{incidentId}/notes | session, key | MEMBER |
| POST | /acknowledgements/view | none | - |
| POST | /acknowledgements | none | - |
| POST | /monitors/bulk | session | MEMBER |
| POST | /monitor-tests | session, key | MEMBER |
| GET | /monitor-list | session, key | VIEWER |
| GET | /overview | session, key | VIEWER |
| POST | /monitors/{monitorId}/replay | session, key | VIEWER |
| GET | /monitors/{monitorId}/status-pages | session, key | VIEWER |
| GET | /monitors/{monitorId}/checks | session, key | VIEWER |
| GET | /monitors/{monitorId}/latency | session, key | VIEWER |
| GET | /monitors/{monitorId}/uptime | session, key | VIEWER |
| GET | /monitors/{monitorId}/states | session, key | VIEWER |
| POST | /maintenance-previews | session | VIEWER |
| POST | /markdown-previews | session | VIEWER |
| POST | /status-page-previews | session | VIEWER |
`;

/** The bytes of the longest JSON of a schema. A character may be written as two escapes of six bytes each. */
function longest({
  type = 'object',
  enum: values,
  properties = {},
  items = {},
  maxItems,
  maxLength,
}: JsonSchema): number {
  if (values !== undefined) return Math.max(...values.map((value) => JSON.stringify(value).length));
  if (type.includes('object')) {
    const fields = Object.entries(properties).map(([name, schema]) => name.length + '"":,'.length + longest(schema));
    return fields.reduce((sum, bytes) => sum + bytes, '{}'.length);
  }
  if (type.includes('array')) return (maxItems ?? items.enum?.length ?? Infinity) * (longest(items) + ','.length);
  // Without a bound of its own, a text is an id or a time.
  return type.includes('string') ? 12 * (maxLength ?? 100) : 25;
}

const all = [
  ...contract.operations.map((operation) => ({ name: `public ${operation.id}`, operation })),
  ...consoleContract.operations.map((operation) => ({ name: `console ${operation.id}`, operation })),
];
const own = Object.values<Operation>(consoleOnlyOperations);
const idsWhere = (test: (operation: Operation) => boolean) => own.filter(test).map(({ id }) => id);

describe('every operation of both contracts', () => {
  it.each(all)('$name says who may call it, and what it does', ({ operation }) => {
    const { method, credentials, role, effect, answer, status, path } = operation;
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).toContain(method);
    expect(credentials.length).toBeGreaterThan(0);
    expect(new Set(credentials).size).toBe(credentials.length);
    for (const kind of credentials) expect(['session', 'key', 'none']).toContain(kind);
    expect([...ROLES, null]).toContain(role);
    expect(['read', 'write']).toContain(effect);
    expect(['json', 'event-stream']).toContain(answer);
    expect([200, 201, 202]).toContain(status);
    expect(path).toMatch(/^\/api(?:\/console)?\/v1\//);
    if (method === 'GET') expect(effect).toBe('read');
    // A key always acts in an organization, and nobody has a role in one without a session.
    if (credentials.includes('key')) expect(role).not.toBeNull();
    if (credentials.includes('none')) expect(role).toBeNull();
  });

  it.each(all.filter(({ operation }) => operation.selfParam !== undefined))(
    '$name has the parameter that it says names a person',
    ({ operation }) => {
      expect(operation.path).toContain(`{${operation.selfParam}}`);
    },
  );

  it.each(all)('$name says what it may cost', ({ operation }) => {
    const { limiter, maxBodyBytes, maxAnswerBytes, lane, body, answer } = operation;
    if (answer === 'event-stream') {
      expect(limiter).toEqual({ perCredential: 5, perOrganization: 50 });
    } else expect(limiter === 'client' || ('most' in limiter && limiter.most > 0)).toBe(true);
    expect(Object.values(BODY_BYTES)).toContain(maxBodyBytes);
    expect(maxBodyBytes > 0).toBe(body !== undefined);
    expect(Object.values(ANSWER_BYTES)).toContain(maxAnswerBytes);
    expect(maxAnswerBytes === ANSWER_BYTES.unread).toBe(answer === 'event-stream');
    expect(['short', 'heavy', 'long']).toContain(lane);
  });

  it.each(all.filter(({ operation }) => operation.maxBodyBytes === BODY_BYTES.brief))(
    '$name takes no body that is longer than its bound',
    ({ operation }) => expect(longest(operation.body ?? {})).toBeLessThan(BODY_BYTES.brief),
  );

  it('has a request schema exactly where its method carries a body', () => {
    const withBody = all.filter(({ operation }) => operation.body !== undefined).map(({ name }) => name);
    const takesOne = all.filter(({ operation }) => ['POST', 'PUT', 'PATCH'].includes(operation.method));
    expect(withBody).toEqual(takesOne.map(({ name }) => name));
  });
});

describe('the public contract', () => {
  it('takes bodies of up to 2 MiB', () => {
    for (const { maxBodyBytes } of contract.operations) expect([0, 2 * 1024 * 1024]).toContain(maxBodyBytes);
  });

  it('takes a key and nothing but a key', () => {
    for (const { credentials } of contract.operations) expect(credentials).toEqual(['key']);
  });
});

describe('the console contract', () => {
  it.each(Object.values<Operation>(operations))('has $id of the public contract under its own prefix', (operation) => {
    const derived = consoleContract.operations.find(({ id }) => id === operation.id);
    expect(derived).toEqual({
      ...operation,
      path: operation.path.replace('/api/v1/', '/api/console/v1/'),
      credentials: ['session', 'key'],
    });
    expect(derived?.response).toBe(operation.response);
    expect(derived?.body).toBe(operation.body);
  });

  it('has the decided operations beyond those, and no other', () => {
    const rows = own.map(
      ({ method, path, credentials, role }) =>
        `| ${method} | ${path.replace('/api/console/v1', '')} | ${credentials.join(', ')} | ${role ?? '-'} |`,
    );
    expect(rows).toEqual(DECIDED.trim().split('\n'));
    expect(consoleContract.operations).toHaveLength(contract.operations.length + own.length);
  });

  it('answers each of them on a subject of its own', () => {
    expect(new Set(consoleContract.operations.map(({ subject }) => subject)).size).toBe(
      consoleContract.operations.length,
    );
    expect(consoleOnlyOperations.createKey.subject).toBe('vedette.rpc.account.createKey');
  });

  it('answers 201 when it creates, and 202 when the work follows', () => {
    expect(idsWhere(({ status }) => status === 201)).toEqual(['createInvitation', 'createKey', 'createAlertContact']);
    expect(idsWhere(({ status }) => status === 202)).toEqual([
      'createSignInLink',
      'retryFailedWebhookDeliveries',
      'startRehearsal',
    ]);
  });

  it('marks the responses that hold a secret', () => {
    expect(idsWhere(({ sensitive }) => sensitive === true)).toEqual([
      'createInvitation',
      'createKey',
      'replaceKey',
      'createAlertContact',
      'updateAlertContact',
    ]);
  });

  it('starts and ends sessions where a person signs in and out', () => {
    expect(idsWhere(({ issuesSession }) => issuesSession === 'always')).toEqual(['redeemSignInLink']);
    expect(idsWhere(({ issuesSession }) => issuesSession === 'if-none')).toEqual(['acceptInvitation']);
    expect(idsWhere(({ endsSession }) => endsSession === true)).toEqual(['endSession', 'endAllSessions']);
  });

  it('lets people and keys be managed without a subscription, and nothing else', () => {
    expect(idsWhere(({ worksCanceled }) => worksCanceled === true)).toEqual(
      idsWhere(({ service }) => service === 'account'),
    );
  });
});
