import { Injectable } from '@nestjs/common';
import type { Evidence, EvidencePhases, OutageFact } from '@vedette/contract';
import type { Transaction } from './incident.repository.ts';
import type { KnownOutages, Resolution, StoredIncident } from './incident-lifecycle.ts';

/** As many attempts as a person reads: those that opened the incident, and those of its first changes of cause. */
const MAX_EVIDENCE = 50;

interface KnownRow extends StoredIncident {
  readonly role: 'own' | 'newest' | 'ongoing';
}

/** What facts about outages write. */
@Injectable()
export class OutageRepository {
  /**
   * What is stored about the monitor of a fact. Its row is made if there is none, and locked: from here to the end of
   * the transaction nobody else applies a fact about it.
   */
  async lock(tx: Transaction, organizationId: string, { incidentId, monitor }: OutageFact): Promise<KnownOutages> {
    const [met] = await tx.$queryRaw<{ isForgotten: boolean }[]>`
      INSERT INTO incident.monitor AS known (id, organization_id, name, type, created_at)
      VALUES (${monitor.id}, ${organizationId}, ${monitor.name}, ${monitor.type}::incident.monitor_type,
        ${monitor.createdAt}::timestamptz)
      ON CONFLICT (id) DO UPDATE SET organization_id = known.organization_id
      RETURNING forgotten_at IS NOT NULL AS "isForgotten"`;
    const rows = await tx.$queryRaw<KnownRow[]>`
      SELECT 'own' AS role, id, revision, started_at AS "startedAt", cause, resolution::text
      FROM incident.incident WHERE id = ${incidentId}
      UNION ALL
      (SELECT 'newest', id, revision, started_at, cause, resolution::text
       FROM incident.incident WHERE monitor_id = ${monitor.id} AND id <> ${incidentId}
       ORDER BY started_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT 'ongoing', id, revision, started_at, cause, resolution::text
      FROM incident.incident WHERE monitor_id = ${monitor.id} AND id <> ${incidentId} AND resolved_at IS NULL`;
    const of = (role: KnownRow['role']): StoredIncident | undefined => rows.find((row) => row.role === role);
    return {
      isForgotten: met?.isForgotten ?? false,
      incident: of('own'),
      newestOther: of('newest'),
      ongoingOther: of('ongoing'),
    };
  }

  /** A new incident is held back from contacts until that is decided, in the same transaction. */
  async insert(tx: Transaction, organizationId: string, fact: OutageFact, inMaintenance: boolean): Promise<void> {
    await tx.incident.create({
      data: {
        id: fact.incidentId,
        organizationId,
        monitorId: fact.monitor.id,
        revision: fact.revision,
        startedAt: fact.startedAt,
        cause: fact.cause,
        resolvedAt: fact.resolved?.at ?? null,
        resolution: fact.resolved?.because ?? null,
        inMaintenance,
        alertState: 'HELD',
        heldUntil: fact.startedAt,
      },
      select: { id: true },
    });
  }

  /** False when somebody else was first: a fact of this revision, or of a later one, has been applied. */
  async change(tx: Transaction, { incidentId: id, revision, cause, resolved }: OutageFact): Promise<boolean> {
    const { count } = await tx.incident.updateMany({
      where: { id, revision: { lt: revision } },
      data: { revision, cause, ...(resolved && { resolvedAt: resolved.at, resolution: resolved.because }) },
    });
    return count === 1;
  }

  /** Ends an incident for the time being: its real end is on its way. */
  async supersede(tx: Transaction, id: string, at: string): Promise<void> {
    const resolution: Resolution = 'SUPERSEDED';
    await tx.incident.updateMany({ where: { id, resolvedAt: null }, data: { resolvedAt: at, resolution } });
  }

  /** Facts repeat the attempts of those before them: what is known already is left out. */
  async addEvidence(tx: Transaction, incidentId: string, evidence: readonly Evidence[]): Promise<void> {
    const known = await tx.evidence.findMany({ where: { incidentId }, select: { checkedAt: true, worker: true } });
    const keys = new Set(known.map(({ checkedAt, worker }) => `${checkedAt.toISOString()} ${worker}`));
    const fresh = evidence.filter(
      ({ checkedAt, worker }) => !keys.has(`${new Date(checkedAt).toISOString()} ${worker}`),
    );
    if (fresh.length === 0) return;
    await tx.evidence.createMany({
      data: fresh.slice(0, MAX_EVIDENCE - known.length).map((attempt) => ({
        incidentId,
        checkedAt: attempt.checkedAt,
        worker: attempt.worker,
        region: attempt.region,
        error: attempt.error,
        statusCode: attempt.statusCode,
        responseMs: whole(attempt.responseMs),
        phases: wholePhases(attempt.phases),
      })),
      skipDuplicates: true,
    });
  }
}

/** Workers measure finer than anybody is shown. */
function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

function wholePhases({ dns, connect, tls, firstByte, total }: EvidencePhases): Record<string, number | null> {
  return {
    dns: whole(dns),
    connect: whole(connect),
    tls: whole(tls),
    firstByte: whole(firstByte),
    total: whole(total),
  };
}
