// Decides which entries of the audit log an address asks for.

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The address of the screen holds the filter, so that people can share it. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly resource?: string | undefined;
  readonly period?: Period | undefined;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30 };

export function auditFilterIn({ actor, operation, resource, period }: Readonly<Record<string, string>>): AuditFilter {
  return {
    actor: actor === '' ? undefined : actor,
    operation: operation === '' ? undefined : operation,
    resource: resource === '' ? undefined : resource,
    period: PERIODS.find((each) => each === period),
  };
}

/** The filter as the query of an address, without the parts that are not set. */
export function auditFilterText(filter: AuditFilter): string {
  const chosen = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** What the server is asked for; a period ends now. */
export function auditQuery({ period, ...same }: AuditFilter, nowMs: number) {
  return { ...same, from: period === undefined ? undefined : new Date(nowMs - DAYS[period] * DAY_MS).toISOString() };
}
