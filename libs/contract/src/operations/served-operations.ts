import type { Static, TSchema } from 'typebox';
import { consoleOnlyOperations } from './console-operations.ts';
import { operations } from './operations.ts';

/** Every operation that a service answers, once, by its id. The console's copy of a public operation is left out. */
export const servedOperations = { ...operations, ...consoleOnlyOperations };

export type ServedOperations = typeof servedOperations;
export type OperationId = keyof ServedOperations;
export type PublicOperationId = keyof typeof operations;
export type ConsoleOnlyOperationId = keyof typeof consoleOnlyOperations;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

export type ParamsOf<Id extends OperationId> = StaticOf<ServedOperations[Id]['params']>;
export type QueryOf<Id extends OperationId> = StaticOf<ServedOperations[Id]['query']>;
/** The body once it is validated: defaults are filled in. undefined for operations that take none. */
export type BodyOf<Id extends OperationId> = StaticOf<ServedOperations[Id]['body']>;
export type ResponseOf<Id extends OperationId> = StaticOf<ServedOperations[Id]['response']>;

export interface RequestOf<Id extends OperationId> {
  params: ParamsOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
}
