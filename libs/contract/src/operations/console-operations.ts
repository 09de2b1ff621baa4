import { defineContract } from '../contract.ts';
import type { Operation } from '../operation.ts';
import { acknowledgementOperations } from './acknowledgement.operations.ts';
import { alertContactOperations } from './alert-contact.operations.ts';
import { alertOperations } from './alert.operations.ts';
import { historyOperations } from './history.operations.ts';
import { eventOperations } from './event.operations.ts';
import { failedRetryOperations } from './failed-retry.operations.ts';
import { incidentNoteOperations } from './incident-note.operations.ts';
import { keyOperations } from './key.operations.ts';
import { memberOperations } from './member.operations.ts';
import { monitorAlertingOperations } from './monitor-alerting.operations.ts';
import { monitorToolOperations } from './monitor-tool.operations.ts';
import { operations } from './operations.ts';
import { organizationOperations } from './organization.operations.ts';
import { previewOperations } from './preview.operations.ts';
import { rehearsalOperations } from './rehearsal.operations.ts';
import { sessionOperations } from './session.operations.ts';
import { CONSOLE_PREFIX, PUBLIC_PREFIX } from '../values/path-prefix.ts';

/** The operations that only the console contract has, by their ids. */
export const consoleOnlyOperations = {
  ...sessionOperations,
  ...organizationOperations,
  ...memberOperations,
  ...keyOperations,
  ...eventOperations,
  ...failedRetryOperations,
  ...alertContactOperations,
  ...monitorAlertingOperations,
  ...alertOperations,
  ...rehearsalOperations,
  ...incidentNoteOperations,
  ...acknowledgementOperations,
  ...monitorToolOperations,
  ...historyOperations,
  ...previewOperations,
};

/** A public operation under the prefix of the console; a session may call it too. */
function inConsole(operation: Operation): Operation {
  if (!operation.path.startsWith(PUBLIC_PREFIX)) throw new Error(`${operation.path} is no path of the public contract`);
  const path = CONSOLE_PREFIX + operation.path.slice(PUBLIC_PREFIX.length);
  return { ...operation, path, credentials: ['session', 'key'] };
}

/** The second contract: every public operation under another prefix, and those of the console alone. */
export const consoleContract = defineContract({
  ...Object.fromEntries(Object.values(operations).map((operation) => [operation.id, inConsole(operation)])),
  ...consoleOnlyOperations,
});
