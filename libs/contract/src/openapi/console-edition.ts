import type { CredentialKind, Operation } from '../operation.ts';
import { consoleExamples } from './console-examples.ts';
import type { Edition, Security } from './edition.ts';
import { operationExamples } from './operation-examples.ts';
import { keySchemes } from './public-edition.ts';

const CONSOLE_DESCRIPTION = `The contract of the console: every operation of the public API under another prefix, and those that only people need:
sign-in, sessions, members, keys, the audit log. Requests, responses, lists, errors, idempotency and versioning are as in the public API, which is
described at \`/openapi.json\` on its own address.

## Authentication
A person signs in with a one-time link and then sends the cookie of the session. Operations that list an API key in their security also take a key,
as in the public API; elsewhere a key is 403. A key and a cookie at once is 401. A session ends after 7 days without use, and after 30 days in any
case. There is no CORS. The links in alerts need no credential but their token.

## Organizations and roles
\`Vedette-Organization\` names the organization that a session acts in. One to which the person does not belong is 404; without the header, the
organization used last is taken. Each operation says which role it needs: VIEWER, MEMBER, ADMIN or OWNER, each of which may do what those
before it may. While the subscription is canceled, people and keys can still be managed.

## Masked values
The role VIEWER and read-only keys see secrets masked: \`•••\` stands for the secret, or for the secret part of a value. Of a monitor that is each
value of \`requestHeaders\`, the \`requestBody\`, credentials in \`url\` (\`https://•••@example.com/\`) and the token of \`heartbeatUrl\`; of an alert
contact its address, in \`to\` and wherever a text names or quotes it: timelines, alerts, rehearsals, events, payloads of deliveries. Searches find
nothing by what is masked. A masked value that is sent back in any of these fields is 400 at the field. Answers of the public API mask nothing.

## Writes from browsers
A write without a key is 403 unless it comes from the console's own pages: \`Sec-Fetch-Site\`, if sent, must be \`same-origin\`; else \`Origin\`, if sent,
must be the address of the console; a body must be \`application/json\`. A request for another \`Host\` is 403.

## Rate limits
A session has 600 requests in 60 seconds (policy \`console\`), a key its own 120 (policy \`public-api\`). Requests without either are counted by address.

## Idempotency
An \`Idempotency-Key\` belongs to the organization, or to the person where there is no organization. A response with a secret in it is replayed only
to the person who got it first. The header is ignored on sign-in.
`;

const SECURITY: Readonly<Record<CredentialKind, Security>> = {
  session: [{ session: [] }],
  key: [{ apiKey: [] }, { bearer: [] }],
  none: [{}],
};

/** The document of the console contract. */
export const consoleEdition: Edition = {
  title: 'Vedette console API',
  description: CONSOLE_DESCRIPTION,
  security: SECURITY.session,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-vedette_session',
      description: 'The session of a person. Over http on localhost the cookie is `vedette_session_<port>`.',
    },
    ...keySchemes,
  },
  examples: { ...operationExamples, ...consoleExamples },
  errorDescriptions: {
    Unauthorized: 'There is no valid session or API key, or a token is not valid.',
    Forbidden: 'The role does not allow it, the API key does not, or the request comes from another site.',
  },
  describesEvents: false,
  securityOf: ({ credentials }) => credentials.flatMap((kind) => SECURITY[kind]),
  accessOf,
};

function accessOf({ role, selfParam, credentials }: Operation): string | undefined {
  if (role === null || !credentials.includes('session')) return undefined;
  return `Needs the role ${role}${selfParam === undefined ? '' : ', except for oneself'}.`;
}
