import { defineContract } from '../contract.ts';
import { incidentOperations } from './incident.operations.ts';
import { maintenanceWindowOperations } from './maintenance-window.operations.ts';
import { monitorOperations } from './monitor.operations.ts';
import { statusIncidentOperations } from './status-incident.operations.ts';
import { statusPageOperations } from './status-page.operations.ts';
import { webhookOperations } from './webhook.operations.ts';

/** Every operation of the public API, by its id. */
export const operations = {
  ...monitorOperations,
  ...incidentOperations,
  ...statusPageOperations,
  ...maintenanceWindowOperations,
  ...statusIncidentOperations,
  ...webhookOperations,
};

export const contract = defineContract(operations);
