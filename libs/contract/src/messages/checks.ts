import type { CheckLane, CheckPace } from './check-lane.ts';
import type { IncidentEvidence } from '../resources/incident.ts';
import type { Monitor } from '../resources/monitor.ts';

/** Messages between the monitor service and workers. They are sent in CHECKS and RESULTS only. */

interface Timed {
  timeoutSeconds: number;
}

export interface HttpTarget
  extends Timed, Pick<Monitor, 'method' | 'expectedStatus' | 'followRedirects' | 'verifySsl'> {
  type: 'HTTP';
  url: string;
  requestHeaders: Record<string, string> | null;
  requestBody: string | null;
}

export interface KeywordTarget extends Omit<HttpTarget, 'type'>, Pick<Monitor, 'keywordMatch'> {
  type: 'KEYWORD';
  keyword: string;
}

export interface PingTarget extends Timed {
  type: 'PING';
  host: string;
}

export interface PortTarget extends Timed {
  type: 'PORT';
  host: string;
  port: number;
}

export interface SslTarget extends Timed {
  type: 'SSL';
  /** An address or a bare host name. */
  url: string;
}

export interface DnsTarget extends Timed {
  type: 'DNS';
  url: string;
  recordType: string;
  expected: string | null;
  /** The answers to compare a new answer with; null when a change is not a failure, or no answer is known yet. */
  baseline: string[] | null;
}

export interface DomainTarget extends Timed {
  type: 'DOMAIN';
  url: string;
  /** The last good answer of the registry, used while the registry does not answer. */
  known: DomainRegistration | null;
}

export interface DomainRegistration {
  /** The registrable domain that the registry was asked about. */
  domain: string;
  expiresAt: string;
  /** When the registry gave this answer. */
  checkedAt: string;
}

/** What to probe. CRON monitors have no target: they receive pings. */
export type CheckTarget = HttpTarget | KeywordTarget | PingTarget | PortTarget | SslTarget | DnsTarget | DomainTarget;

/** One try at a target. */
export interface CheckAttempt extends Omit<IncidentEvidence, 'error'> {
  /** Null when the attempt succeeded; otherwise one plain sentence that a person can act on. */
  error: string | null;
}

/** Data that an attempt found besides success or failure. */
export interface Observation {
  certExpiresAt: string | null;
  /** The records of a DNS answer, normalised and sorted. */
  dnsAnswer: string[] | null;
  registration: DomainRegistration | null;
}

/**
 * One logical check: a first attempt, and a second one that confirms a failure. UNOBSERVED: the worker could not judge
 * (its own network is in doubt), so nothing is known of the target.
 */
export interface CheckOutcome {
  verdict: 'SUCCEEDED' | 'FAILED' | 'UNOBSERVED';
  attempts: CheckAttempt[];
  /** Of the successful attempt; null when the check failed, and for types that are never slow. */
  responseMs: number | null;
  /** Null when no attempt was made. */
  pace: CheckPace | null;
  observation: Observation;
}

/** A due slot of a monitor. */
export interface CheckJob {
  /** Organizations take turns wherever checks wait; this check uses a turn of this organization. */
  organizationId: string;
  monitorId: string;
  /** Raised by every change that makes a running check meaningless; a result of another epoch is only history. */
  epoch: number;
  slotAt: string;
  target: CheckTarget;
}

export interface CheckResult {
  monitorId: string;
  epoch: number;
  slotAt: string;
  outcome: CheckOutcome;
  /** Who ran the check, if it has no attempt that says so. */
  ranBy?: { worker: string; region: string; startedAt: string };
}

/**
 * The most jobs in one message of CHECKS, by lane: a worker asks for messages by the places that it has free. Places of
 * slow checks become free one at a time.
 */
export const MAX_JOBS_PER_BATCH = { FAST: 50, SLOW: 1 } as const satisfies Record<CheckLane, number>;

/** One message of CHECKS. */
export interface JobBatch {
  jobs: CheckJob[];
}

/** One message of RESULTS. */
export interface ResultBatch {
  results: CheckResult[];
}

/** The places of a worker for one kind of work. */
export interface Places {
  total: number;
  free: number;
}

export interface OrganizationPlaces {
  organizationId: string;
  places: number;
}

/** What a worker announces every second. */
export interface WorkerPresence {
  workerId: string;
  region: string;
  /** For scheduled checks. */
  checks: Record<CheckLane, Places>;
  /** Reserved for confirming failures of other workers. */
  confirmations: Record<CheckLane, Places>;
  /** The organizations with the most slow checks on this worker, most first; the list is not complete. */
  slowest: OrganizationPlaces[];
  /** False while the worker distrusts its own network or drains. */
  isTrusted: boolean;
}

/** A worker counts as gone after this time without an announcement: three in a row are not missed by chance. */
export const PRESENCE_MS = 3_000;

/** The request by which a worker asks another one to confirm a failure, on `subjects.confirmCheck`. */
export interface ConfirmationRequest {
  organizationId: string;
  /** Depends on the pace of the failed attempt. */
  lane: CheckLane;
  target: CheckTarget;
}

/**
 * The asked worker answers twice: first whether it accepts, then with its attempt, or that it could not judge. This
 * tells a dead worker from a slow target. It refuses because no place is free (FULL), the organization already holds
 * its share of the places (SHARE), or the worker distrusts its network or drains (CLOSED).
 */
export type ConfirmationReply =
  | { kind: 'ACCEPTED' }
  | { kind: 'REFUSED'; because: 'FULL' | 'SHARE' | 'CLOSED' }
  | { kind: 'ATTEMPTED'; attempt: CheckAttempt; pace: CheckPace; observation: Observation }
  | { kind: 'UNABLE' };
