// Writes the users of NATS and their permissions in the form that a nats-server reads.

import { natsPermissions } from './nats-permissions.ts';
import { NATS_USERS, type NatsUser } from '../subject.ts';

/** The operator's user, with every permission, for repairs. No service gets its password. */
export const NATS_OPERATOR = 'operator';

export type ServerUserName = NatsUser | typeof NATS_OPERATOR;

interface ServerUser {
  readonly user: string;
  readonly password: string;
  readonly permissions: {
    readonly publish: { readonly allow: readonly string[] } | string;
    readonly subscribe: { readonly allow: readonly string[] } | string;
    readonly allow_responses?: { readonly max: number; readonly expires: string };
  };
}

function serverUser(user: ServerUserName, password: string): ServerUser {
  if (user === NATS_OPERATOR) return { user, password, permissions: { publish: '>', subscribe: '>' } };
  const { publish, subscribe, responses } = natsPermissions(user);
  return {
    user,
    password,
    permissions: {
      publish: { allow: publish },
      subscribe: { allow: subscribe },
      ...(responses && { allow_responses: { max: responses.max, expires: `${responses.seconds}s` } }),
    },
  };
}

/** The block `authorization` of a server's configuration file. A password may name a variable: `$NATS_PASSWORD`. */
export function natsUsersConfig(
  passwordOf: (user: ServerUserName) => string,
  users: readonly ServerUserName[] = [...NATS_USERS, NATS_OPERATOR],
): string {
  const entries = users
    .map((user) => serverUser(user, passwordOf(user)))
    .map(
      ({ user, password, permissions }) =>
        `    {\n      user: ${JSON.stringify(user)}\n      password: ${password}\n      permissions: ${written(permissions, 6)}\n    }`,
    );
  return `authorization {\n  timeout: 2\n  users: [\n${entries.join('\n')}\n  ]\n}\n`;
}

/** The format is a superset of JSON. */
function written(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
