// Writes the users of NATS, with the permissions that the contract gives each service, as the deployments take them:
//   node --conditions=source deploy/nats/users.ts

import { natsUsersConfig } from '@vedette/contract/nats-users';
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

/** Every file that is made from the contract, by its path from the root of the repository. */
export function userFiles(): Readonly<Record<string, string>> {
  const config = natsUsersConfig((user) => `$${passwordVariable(user)}`);
  return {
    'deploy/nats/users.conf': `${HEAD}${config}`,
    'k8s/stores/nats-users/users.yaml': `${HEAD}${stringify(configMap(config), LAYOUT)}`,
  };
}

function configMap(config: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nats-users' }, data: { 'users.conf': config } };
}

if (import.meta.main) {
  await Promise.all(
    Object.entries(userFiles()).map(([path, text]) => writeFile(fileURLToPath(new URL(path, ROOT)), text)),
  );
}
