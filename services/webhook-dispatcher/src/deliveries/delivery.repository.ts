import { Injectable } from '@nestjs/common';
import type { DeliveryState, EventType } from '@vedette/contract';
import type { StoredDelivery, StoredDetail } from './delivery-view.ts';
import { Prisma, PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

const SHOWN = {
  id: true,
  endpointId: true,
  eventId: true,
  eventType: true,
  state: true,
  attemptCount: true,
  nextAttemptAt: true,
  lastAttemptAt: true,
  lastResponseStatus: true,
  completedAt: true,
  createdAt: true,
} as const satisfies Prisma.DeliverySelect;

const ATTEMPT = {
  id: true,
  number: true,
  trigger: true,
  startedAt: true,
  durationMs: true,
  responseStatus: true,
  responseBody: true,
  error: true,
} as const satisfies Prisma.DeliveryAttemptSelect;

export interface DeliveryFilter {
  readonly organizationId: string;
  readonly endpointId?: string | undefined;
  readonly eventType?: EventType | undefined;
  readonly state?: DeliveryState | undefined;
}

export interface NewTestDelivery {
  readonly id: string;
  readonly organizationId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly createdAt: Date;
}

export interface LockedDelivery {
  readonly endpointId: string;
  readonly isInFlight: boolean;
  /** When an unrecorded attempt was given up; null when there is none. */
  readonly lostAt: Date | null;
}

@Injectable()
export class DeliveryRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async page(
    filter: DeliveryFilter,
    limit: number,
    offset: number,
  ): Promise<{ deliveries: StoredDelivery[]; total: number }> {
    const where: Prisma.DeliveryWhereInput = Object.fromEntries(
      Object.entries(filter).filter(([, value]) => value !== undefined),
    );
    const [rows, total] = await Promise.all([
      this.prisma.delivery.findMany({ where, select: SHOWN, orderBy: { id: 'desc' }, take: limit, skip: offset }),
      this.prisma.delivery.count({ where }),
    ]);
    return { deliveries: rows.map(stored), total };
  }

  async detail(organizationId: string, id: string, tx: Transaction = this.prisma): Promise<StoredDetail | undefined> {
    const found = await tx.delivery.findFirst({
      where: { id, organizationId },
      select: { ...SHOWN, inFlightUntil: true },
    });
    if (found === null) return undefined;
    const { inFlightUntil, ...row } = found;
    const event = await tx.webhookEvent.findUniqueOrThrow({ where: { id: row.eventId }, select: { body: true } });
    const attempts = await tx.deliveryAttempt.findMany({
      where: { deliveryId: id },
      select: ATTEMPT,
      orderBy: { number: 'asc' },
    });
    const isInFlight = inFlightUntil !== null && inFlightUntil > new Date();
    return { delivery: stored(row), isInFlight, body: event.body, attempts };
  }

  /** Locks the delivery: no other attempt of it starts until the transaction ends. Undefined when it does not exist. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<LockedDelivery | undefined> {
    const rows = await tx.$queryRaw<LockedDelivery[]>`
      SELECT endpoint_id AS "endpointId", coalesce(in_flight_until > now(), false) AS "isInFlight",
        coalesce(CASE WHEN in_flight_until <= now() AND NOT in_flight_on_record THEN in_flight_until END, lost_at)
          AS "lostAt"
      FROM webhook_dispatcher.delivery WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`;
    return rows[0];
  }

  /** Marks a delivery in flight by an attempt that is already recorded. */
  async markInFlight(tx: Transaction, id: string, forMs: number): Promise<void> {
    await tx.$executeRaw`
      UPDATE webhook_dispatcher.delivery
      SET in_flight_until = now() + ${forMs} * interval '1 millisecond', in_flight_on_record = true
      WHERE id = ${id}`;
  }

  /** Fails test events whose only attempt was interrupted, because nothing retries test events. Returns how many. */
  async endInterruptedTests(): Promise<number> {
    return this.prisma.$executeRaw`
      UPDATE webhook_dispatcher.delivery SET state = 'FAILED', completed_at = now(), in_flight_until = NULL
      WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_dispatcher.delivery
        WHERE state = 'PENDING' AND next_attempt_at IS NULL AND in_flight_until <= now()
        ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED
      ))`;
  }

  /** Makes the dispatching loop look at a delivery that is due again, or became due while a manual attempt was in flight. */
  async resume(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRaw`
      UPDATE webhook_dispatcher.endpoint_due AS due
      SET due_at = least(due.due_at, delivery.next_attempt_at), arrivals = due.arrivals + 1
      FROM webhook_dispatcher.delivery AS delivery
      WHERE delivery.id = ${id} AND due.endpoint_id = delivery.endpoint_id AND delivery.next_attempt_at IS NOT NULL`;
  }

  /** Inserts a delivery that is not scheduled. */
  async insertTest(tx: Transaction, delivery: NewTestDelivery): Promise<void> {
    await tx.delivery.create({ data: { ...delivery, state: 'PENDING' }, select: { id: true } });
  }
}

type Row = Prisma.DeliveryGetPayload<{ select: typeof SHOWN }>;

/** Only event types of the contract are ever stored. */
function stored(row: Row): StoredDelivery {
  return { ...row, eventType: row.eventType as EventType };
}
