import type { Static, TSchema } from 'typebox';
import { defineContract } from '../contract.ts';
import { incidentOperations } from './incident.operations.ts';
import { maintenanceWindowOperations } from './maintenance-window.operations.ts';
import { monitorOperations } from './monitor.operations.ts';
import { statusIncidentOperations } from './status-incident.operations.ts';
import { statusPageOperations } from './status-page.operations.ts';
import { webhookOperations } from './webhook.operations.ts';

/** Every operation of the API, by its id. */
export const operations = {
  ...monitorOperations,
  ...incidentOperations,
  ...statusPageOperations,
  ...maintenanceWindowOperations,
  ...statusIncidentOperations,
  ...webhookOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

export type ParamsOf<Id extends OperationId> = StaticOf<Operations[Id]['params']>;
export type QueryOf<Id extends OperationId> = StaticOf<Operations[Id]['query']>;
/** The body once it is validated: defaults are filled in. undefined for operations that take none. */
export type BodyOf<Id extends OperationId> = StaticOf<Operations[Id]['body']>;
export type ResponseOf<Id extends OperationId> = StaticOf<Operations[Id]['response']>;

export interface RequestOf<Id extends OperationId> {
  params: ParamsOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
}

export const contract = defineContract(operations);
