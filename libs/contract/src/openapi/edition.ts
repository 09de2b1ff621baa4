import type { Operation } from '../operation.ts';
import type { ErrorDescriptions } from './error-responses.ts';

export interface OperationExample {
  body?: unknown;
  response: unknown;
}

/** Alternatives; the empty object stands for a request without credentials. */
export type Security = Record<string, string[]>[];

/** What the document of one contract says beyond what its operations say. */
export interface Edition {
  readonly title: string;
  readonly description: string;
  readonly security: Security;
  readonly securitySchemes: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly errorDescriptions: ErrorDescriptions;
  /** True if the document lists the events that webhook endpoints receive. */
  readonly describesEvents: boolean;
  /** The credentials of one operation, if operations differ in that. */
  readonly securityOf?: (operation: Operation) => Security;
  /** A sentence about who may call an operation. */
  readonly accessOf?: (operation: Operation) => string | undefined;
}
