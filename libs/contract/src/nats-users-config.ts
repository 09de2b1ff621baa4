// Writes the users of NATS and their permissions in the form that a nats-server reads.

import { natsPermissions } from './nats-permissions.ts';
import { NATS_USERS, type NatsUser } from './subject.ts';

/** The operator's user, with every permission, for repairs. No service gets its password. */
export const NATS_OPERATOR = 'operator';

interface ServerUser {
  readonly user: string;
  readonly password: string;
  readonly permissions: {
    readonly publish: { readonly allow: readonly string[] } | string;
    readonly subscribe: { readonly allow: readonly string[] } | string;
    readonly allow_responses?: { readonly max: number; readonly expires: string };
  };
}

/** The list for `authorization.users` in a server's configuration. */
function natsServerUsers(passwordOf: (user: NatsUser | typeof NATS_OPERATOR) => string): ServerUser[] {
  const services = NATS_USERS.map((user): ServerUser => {
    const { publish, subscribe, responses } = natsPermissions(user);
    return {
      user,
      password: passwordOf(user),
      permissions: {
        publish: { allow: publish },
        subscribe: { allow: subscribe },
        allow_responses: { max: responses.max, expires: `${responses.seconds}s` },
      },
    };
  });
  const everything = { publish: '>', subscribe: '>' };
  return [...services, { user: NATS_OPERATOR, password: passwordOf(NATS_OPERATOR), permissions: everything }];
}

/** The block `authorization` of a server's configuration file. A password may name a variable: `$NATS_PASSWORD`. */
export function natsUsersConfig(passwordOf: (user: NatsUser | typeof NATS_OPERATOR) => string): string {
  const users = natsServerUsers(passwordOf).map(
    ({ user, password, permissions }) =>
      `    {\n      user: ${JSON.stringify(user)}\n      password: ${password}\n      permissions: ${written(permissions, 6)}\n    }`,
  );
  return `authorization {\n  timeout: 2\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}

/** The format is a superset of JSON. */
function written(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
