import type { CheckAttempt, CheckTarget, Observation } from '@vedette/contract';
import { storableInstant, storableLine, type Outbound, type StorableText } from '@vedette/outbound';
import type { Registry } from '../registry/registry.ts';
import type { Pings } from './pings.ts';
import type { DnsRecords } from './dns-records.ts';

/** The means by which probes reach the network. */
export interface ProbeTools {
  readonly outbound: Outbound;
  readonly records: DnsRecords;
  readonly pings: Pings;
  readonly registry: Registry;
}

/**
 * One try at a target, within the target's own time limit. An expected failure is a value, with one plain sentence on
 * which a person can act. It throws only when this worker itself cannot make the attempt.
 */
export type Probe<T extends CheckTarget> = (
  target: T,
  tools: ProbeTools,
  /** Fires when the worker gives the check back. */
  signal: AbortSignal,
) => Promise<ProbeResult>;

export type ProbeResult = Measured & ({ readonly ok: true } | { readonly ok: false; readonly reason: StorableText });

export interface Measured {
  readonly statusCode: number | null;
  /** The response time, if there was a response; null for probes whose speed does not matter. */
  readonly responseMs: number | null;
  readonly phases: CheckAttempt['phases'];
  readonly observation: Observation;
}

type Phases = { readonly [K in keyof CheckAttempt['phases']]?: number | null };

interface Details {
  readonly statusCode?: number | null;
  readonly responseMs?: number | null;
  readonly certExpiresAt?: Date | null;
  readonly dnsAnswer?: readonly StorableText[];
  readonly registration?: Observation['registration'];
}

export function succeeded(phases: Phases, details: Details): ProbeResult {
  return { ok: true, ...measured(phases, details) };
}

/** The reason may contain text that the target sent, so it is made storable here for all probes. */
export function failed(reason: string, phases: Phases, details: Details = {}): ProbeResult {
  return { ok: false, reason: storableLine(reason), ...measured(phases, details) };
}

function measured(phases: Phases, details: Details): Measured {
  return {
    statusCode: details.statusCode ?? null,
    responseMs: rounded(details.responseMs),
    phases: {
      dns: rounded(phases.dns),
      connect: rounded(phases.connect),
      tls: rounded(phases.tls),
      firstByte: rounded(phases.firstByte),
      total: rounded(phases.total),
    },
    observation: {
      certExpiresAt: storableInstant(details.certExpiresAt ?? null)?.toISOString() ?? null,
      dnsAnswer: details.dnsAnswer === undefined ? null : [...details.dnsAnswer],
      registration: details.registration ?? null,
    },
  };
}

function rounded(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.round(ms);
}
