import type { CheckLane, CheckPace } from './check-lane.ts';
import type { IncidentEvidence } from './resources/incident.ts';
import type { Monitor } from './resources/monitor.ts';

/** What the monitor service asks of workers, and what they answer. It travels in CHECKS and RESULTS, never outside. */

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
  /** The answers to hold a new one against; null when a change is no failure, or nothing is known yet. */
  baseline: string[] | null;
}

export interface DomainTarget extends Timed {
  type: 'DOMAIN';
  url: string;
  /** The last good answer of the registry, which stands in while it does not answer. */
  known: DomainRegistration | null;
}

export interface DomainRegistration {
  /** The registrable domain that was asked for. */
  domain: string;
  expiresAt: string;
  /** When the registry said so. */
  checkedAt: string;
}

/** What to probe. CRON has none: its pings come to us. */
export type CheckTarget = HttpTarget | KeywordTarget | PingTarget | PortTarget | SslTarget | DnsTarget | DomainTarget;

/** One try at a target. */
export interface CheckAttempt extends Omit<IncidentEvidence, 'error'> {
  /** Null when it succeeded; otherwise one plain sentence that a person acts on. */
  error: string | null;
}

/** What an attempt learned besides its verdict. */
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
  /** Whose turn it uses: organizations take turns wherever checks wait. */
  organizationId: string;
  monitorId: string;
  /** Raised by everything that makes a running check meaningless; a result of another epoch is history only. */
  epoch: number;
  slotAt: string;
  target: CheckTarget;
}

export interface CheckResult {
  monitorId: string;
  epoch: number;
  slotAt: string;
  outcome: CheckOutcome;
}

/**
 * The most jobs in one message of CHECKS, by lane: a worker asks for messages by the places that it has free. Places of
 * slow checks become free one at a time.
 */
export const maxJobsPerBatch = { FAST: 50, SLOW: 1 } as const satisfies Record<CheckLane, number>;

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
  /** Kept for failures that other workers ask it to look at. */
  confirmations: Record<CheckLane, Places>;
  /** The organizations with the most slow checks on it, most first; not all of them. */
  slowest: OrganizationPlaces[];
  /** False while it distrusts its own network, or drains. */
  isTrusted: boolean;
}

/** A worker that was not heard of for this long is gone: three announcements missed in a row are no accident. */
export const PRESENCE_MS = 3_000;

/** What a worker asks another one on `subjects.confirmCheck`. */
export interface ConfirmationRequest {
  organizationId: string;
  /** By the pace of the attempt that failed. */
  lane: CheckLane;
  target: CheckTarget;
}

/**
 * A worker that is asked answers twice: at once, whether it takes the attempt on; then, what it found, or that it could
 * not judge. So a silent worker is told from one whose target is slow. It refuses for want of a place (FULL), because the
 * organization has its share of the places (SHARE), or because it distrusts itself or drains (CLOSED).
 */
export type ConfirmationReply =
  | { kind: 'ACCEPTED' }
  | { kind: 'REFUSED'; because: 'FULL' | 'SHARE' | 'CLOSED' }
  | { kind: 'ATTEMPTED'; attempt: CheckAttempt; pace: CheckPace; observation: Observation }
  | { kind: 'UNABLE' };
