// Writes the users of NATS, with the permissions that the contract gives each service, as the deployments take them:
//   node --conditions=source deploy/nats/users.ts

import { NATS_OPERATOR, natsUsersConfig } from '@vedette/contract/nats-users';
import { REGION_WORKER, SERVICE_USERS } from '@vedette/contract/subject';
import { scriptOptions } from '@vedette/local-stores';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

const HEAD = '# Made from libs/contract by `npx -y pnpm run nats-users`: change it there.\n';
const ROOT = new URL('../../', import.meta.url);
/** A permission is one line, however long. */
const LAYOUT = { lineWidth: 0, singleQuote: true };

/** The variable that holds the password of a user: `NATS_STATUS_PAGE_PASSWORD`. */
export function passwordVariable(user: string): string {
  return `NATS_${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}

const variableOf = (user: string): string => `$${passwordVariable(user)}`;

/** Every file that is made from the contract, by its path from the root of the repository. */
export function userFiles(): Readonly<Record<string, string>> {
  return {
    // One host has no other regions.
    'deploy/nats/users.conf': `${HEAD}${natsUsersConfig(variableOf, [...SERVICE_USERS, NATS_OPERATOR])}`,
    'k8s/stores/nats-users/users.yaml': configMap('nats-users', natsUsersConfig(variableOf)),
    // On the leaf node of a region, workers have a password of that region.
    'k8s/overlays/region/nats/users.yaml': configMap(
      'nats-leaf-users',
      natsUsersConfig(() => '$NATS_PASSWORD', [REGION_WORKER]),
    ),
  };
}

function configMap(name: string, config: string): string {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { 'users.conf': config } };
  return `${HEAD}${stringify(map, LAYOUT)}`;
}

if (import.meta.main) {
  scriptOptions('run nats-users', {});
  await Promise.all(
    Object.entries(userFiles()).map(([path, text]) => writeFile(fileURLToPath(new URL(path, ROOT)), text)),
  );
}
