import { AuditRepository, type AuditLine } from '../audit/audit.repository.ts';
import { answer, command, type Group } from '../cli/command.ts';
import { idText, optional } from '../cli/option.ts';
import { table } from '../cli/table.ts';

/** Length of a list that an operator reads. */
const MOST_LISTED = 100;

export const auditCommands: Group = {
  name: 'audit',
  about: 'The audit log: who changed what, and who signed in.',
  commands: [
    command({
      name: 'list',
      about: 'List the newest 100 lines of the audit log',
      details:
        'Without --org, the lines that belong to no organization: sign-ins that failed with an unknown link, deleted organizations, replayed messages.',
      example: 'audit list --org org_01kb3cq5m8e7x2vnd4gtz9whya',
      options: { org: optional(idText, 'The organization, as vedette org list shows it') },
      run: async ({ org }, { connections }) => {
        const log = new AuditRepository(await connections.sql());
        const { lines } = await log.page(org ?? null, {}, MOST_LISTED, 0);
        return answer(lines, table(lines.map(rowOf), 'The audit log has no such lines.'));
      },
    }),
  ],
};

function rowOf({ at, actor, actorName, operation, isRefused, resourceId, resourceName, address }: AuditLine) {
  return {
    at,
    actor: actorName === null ? actor : `${actor} (${actorName})`,
    operation: isRefused ? `${operation}, refused` : operation,
    resource: [resourceId, resourceName].filter((text) => text !== null).join(' '),
    address,
  };
}
