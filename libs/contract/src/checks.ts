import type { IncidentEvidence } from './resources/incident.ts';
import type { Monitor } from './resources/monitor.ts';

/** What the monitor service asks of workers, and what they answer. It travels in CHECKS and RESULTS, never outside. */

interface Timed {
  timeoutSeconds: number;
}

export interface HttpTarget
  extends
    Timed,
    Pick<Monitor, 'method' | 'expectedStatus' | 'followRedirects' | 'verifySsl' | 'sslExpiryThresholdDays'> {
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
  observation: Observation;
}

/** A due slot of a monitor. */
export interface CheckJob {
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

/** What a message of CHECKS holds at most: a worker asks for messages by the slots that it has free. */
export const maxJobsPerBatch = 50;

/** One message of CHECKS. */
export interface JobBatch {
  jobs: CheckJob[];
}

/** One message of RESULTS. */
export interface ResultBatch {
  results: CheckResult[];
}

/** What a worker announces every second. */
export interface WorkerPresence {
  workerId: string;
  region: string;
  /** Slots that it keeps free for confirmations. */
  freeConfirmationSlots: number;
  /** False while it distrusts its own network, or drains. */
  isTrusted: boolean;
}

/** What a worker asks another one on `subjects.confirmCheck`. */
export interface ConfirmationRequest {
  target: CheckTarget;
}

/**
 * A worker that is asked answers twice: at once, whether it takes the attempt on; then, what it found, or that it could
 * not judge. So a silent worker is told from one whose target is slow.
 */
export type ConfirmationReply =
  | { kind: 'ACCEPTED' }
  | { kind: 'REFUSED' }
  | { kind: 'ATTEMPTED'; attempt: CheckAttempt; observation: Observation }
  | { kind: 'UNABLE' };
