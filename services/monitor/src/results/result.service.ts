import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import type { Mutation } from '@vedette/messaging';
import type { Result } from '../observations/check-outcome.ts';
import { Learning } from '../observations/learning.ts';
import type { Outage } from '../outages/outage.ts';
import { OutageRepository } from '../outages/outage.repository.ts';
import { applyResult, type Application, type CheckState } from './result-application.ts';
import { ResultRepository, type LockedCheck } from './result.repository.ts';
import { StateChanges, type Change } from './state-changes.ts';

/** A result, and what it did to its monitor. */
export interface HandledResult {
  readonly result: Result;
  readonly monitor: LockedCheck;
  readonly application: Application;
}

/** Applies results of scheduled checks, checks by hand and pings: many at once, in one transaction. */
@Injectable()
export class ResultService {
  constructor(
    private readonly results: ResultRepository,
    private readonly outages: OutageRepository,
    private readonly changes: StateChanges,
    private readonly learning: Learning,
  ) {}

  /** Runs in the caller's transaction. Drops results of deleted monitors, and returns the others with their effects. */
  async applyIn(tx: Connection, mutation: Mutation, results: readonly Result[]): Promise<HandledResult[]> {
    const monitors = await this.results.lock(tx, [...new Set(results.map(({ monitorId }) => monitorId))]);
    // The time is read after locking, so that everything committed during the wait for the locks lies in the past.
    const now = new Date();
    const down = [...monitors.values()].filter(({ check }) => check.state === 'DOWN');
    const outages = await this.outages.find(
      tx,
      down.map(({ rule }) => rule.monitorId),
    );
    const handled = applyEach(results, monitors, outages, now);
    const handedOut = handled.filter(({ application }) => application.kind !== 'not-handed-out');
    const filed = this.results.file(
      tx,
      handedOut.map(({ result, monitor }) => ({ result, monitorNumber: monitor.monitorNumber })),
      now,
    );
    // Prepared while PostgreSQL files the results.
    const save = this.results.saving(changedChecks(handled, monitors), monitors);
    await filed;
    await save(tx);
    const applied = handled.filter(({ application }) => application.kind === 'applied');
    await this.learning.learn(
      tx,
      applied.map(({ result, monitor }) => ({ result, dnsRecordType: monitor.dnsRecordType })),
      now,
    );
    await this.changes.write(tx, mutation, applied.map(changeOf), outages, now);
    return handled;
  }

  /** Notes that a monitor was checked by hand, without a result that decides its state. */
  async note(tx: Connection, result: Result, isFiled: boolean): Promise<void> {
    const { monitorId, slotAt } = result;
    const locked = await this.results.lock(tx, [monitorId]);
    const monitor = locked.get(monitorId);
    if (monitor === undefined) return;
    if (isFiled) await this.results.file(tx, [{ result, monitorNumber: monitor.monitorNumber }], slotAt);
    const noted = new Map([[monitorId, { ...monitor.check, lastCheckedAt: slotAt }]]);
    await this.results.saving(noted, locked)(tx);
  }
}

/** Applies the results of each monitor one after the other, in the order of their slots. */
function applyEach(
  results: readonly Result[],
  monitors: ReadonlyMap<string, LockedCheck>,
  outages: ReadonlyMap<string, Outage>,
  now: Date,
): HandledResult[] {
  const checks = new Map<string, { check: CheckState; cause: string | null }>();
  const inOrder = results.toSorted((one, other) => one.slotAt.getTime() - other.slotAt.getTime());
  return inOrder.flatMap((result): HandledResult[] => {
    const monitor = monitors.get(result.monitorId);
    if (monitor === undefined) return [];
    const known = checks.get(result.monitorId) ?? {
      check: monitor.check,
      cause: outages.get(result.monitorId)?.cause ?? null,
    };
    const application = applyResult({ rule: monitor.rule, ...known }, result, now);
    checks.set(result.monitorId, { check: application.check, cause: causeAfter(known.cause, application) });
    return [{ result, monitor, application }];
  });
}

function causeAfter(known: string | null, { outage }: Application): string | null {
  if (outage === undefined) return known;
  return outage.kind === 'resolve' ? null : outage.cause;
}

function changedChecks(
  handled: readonly HandledResult[],
  monitors: ReadonlyMap<string, LockedCheck>,
): Map<string, CheckState> {
  const last = new Map(handled.map(({ result, application }) => [result.monitorId, application.check]));
  return new Map([...last].filter(([id, check]) => check !== monitors.get(id)?.check));
}

function changeOf({ result, monitor, application }: HandledResult): Change {
  return { monitorId: result.monitorId, organizationId: monitor.organizationId, application };
}
