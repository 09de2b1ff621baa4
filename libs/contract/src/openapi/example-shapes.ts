import type { BodyOf, ConsoleOnlyOperationId, OperationId, ResponseOf } from '../operations/served-operations.ts';

/** Bodies as a user would write them: fields with a default may be left out. */
export type ExamplesOf<Ids extends OperationId> = {
  [Id in Ids]: { body?: Partial<NonNullable<BodyOf<Id>>>; response: ResponseOf<Id> };
};

export type ConsoleExamples = ExamplesOf<ConsoleOnlyOperationId>;

export const page = <T>(item: T) => ({ data: [item], pagination: { limit: 25, offset: 0, total: 1 } });
export const deleted = (id: string) => ({ data: { id } });
