import type { DeliveryState } from '@vedette/contract';
import { Stream, type Delivery } from './network.ts';
import { Process, type SimulatedEvent, type Stage } from './stage.ts';

const EVENT_ACK_WAIT_MS = 3_000;
/** A delivery whose replica died is attempted again after this time (attempts/attempt-sender.ts). */
const IN_FLIGHT_MS = 20_000;
const ANSWER_MS = 30;
const ASKED_TO_WAIT = '60';

export interface DeliveryRow {
  readonly event: SimulatedEvent;
  readonly receiver: number;
  state: DeliveryState;
  scheduledAttempts: number;
  nextAttemptAt: number | null;
  completedAt: number | null;
  inFlightUntil: number;
}

export interface EndpointRow {
  disabledReason: 'GONE' | 'FAILING' | null;
  disabledAt: number | null;
  failingSince: Date | null;
}

/** Deliveries and their attempts: events/event-fan-out.ts, dispatch/scheduled-attempt.ts and attempt-recorder.ts. */
export class WebhookDispatcher {
  readonly deliveries = new Map<string, DeliveryRow>();
  readonly endpoints: readonly EndpointRow[];
  readonly events: Stream<SimulatedEvent>;
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #inbox = new Set<string>();

  constructor(stage: Stage) {
    const { clock, script } = stage;
    this.#stage = stage;
    this.#process = new Process(stage, 'webhook-dispatcher', () => {});
    this.endpoints = Array.from({ length: script.receivers }, () => ({
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    }));
    this.events = new Stream({
      clock,
      script,
      channel: 'events for webhooks',
      ackWaitMs: EVENT_ACK_WAIT_MS,
      take: (delivery) => this.#receive(delivery),
    });
  }

  #receive(delivery: Delivery<SimulatedEvent>): void {
    const { message: event } = delivery;
    const { clock, deciders } = this.#stage;
    const lives = this.#process.transact((tx) => {
      if (this.#inbox.has(event.id)) return;
      tx.write(() => this.#inbox.add(event.id));
      const organizationId = 'the only one';
      for (const [receiver, endpoint] of this.endpoints.entries()) {
        // The second receiver wants to hear of incidents only.
        const eventTypes = receiver === 0 ? ['*'] : ['incident.opened', 'incident.resolved'];
        const isSubscribed = deciders.isSubscribed(
          { organizationId, eventTypes },
          { organizationId, type: event.type },
        );
        if (endpoint.disabledReason !== null || !isSubscribed) continue;
        const row: DeliveryRow = {
          event,
          receiver,
          state: 'PENDING',
          scheduledAttempts: 0,
          nextAttemptAt: clock.now,
          completedAt: null,
          inFlightUntil: 0,
        };
        tx.write(() => {
          this.#stage.promises.deliveryCreated(row);
          this.deliveries.set(`${event.id} ${receiver}`, row);
        });
      }
    });
    if (lives) delivery.ack();
    this.#attemptDue();
  }

  #attemptDue(): void {
    const { now } = this.#stage.clock;
    for (const row of this.deliveries.values()) {
      if (row.state !== 'PENDING' || row.nextAttemptAt === null) continue;
      if (this.endpoints[row.receiver]?.disabledReason !== null) this.#end(row);
      else if (row.nextAttemptAt <= now && row.inFlightUntil <= now) this.#attempt(row);
    }
  }

  #attempt(row: DeliveryRow): void {
    const { clock, truth, promises } = this.#stage;
    row.inFlightUntil = clock.now + IN_FLIGHT_MS;
    const { failingSince = null } = this.endpoints[row.receiver] ?? {};
    const status = truth.answerOf(row.receiver, clock.now);
    promises.attempted(row, status);
    clock.after(ANSWER_MS, () => {
      const lives = this.#process.transact((tx) => tx.write(() => this.#record(row, status, failingSince)));
      if (lives) return this.#attemptDue();
      // The outcome was not recorded, or nobody knows that it was.
      clock.at(row.inFlightUntil, () => this.#attemptDue());
      if (row.nextAttemptAt !== null) clock.at(row.nextAttemptAt, () => this.#attemptDue());
    });
  }

  /** As attempts/attempt.repository.ts records an attempt, and endpoints/endpoint-disabling.ts its consequence. */
  #record(row: DeliveryRow, status: number, failingSince: Date | null): void {
    const { clock, deciders, random, note } = this.#stage;
    const endedAt = clock.date;
    const outcome = deciders.deliveryOutcome({
      trigger: 'SCHEDULED',
      isFinal: false,
      scheduledNumber: row.scheduledAttempts + 1,
      status,
      isComplete: true,
      retryAfterMs: deciders.retryAfterMs(status, status === 429 ? ASKED_TO_WAIT : undefined, endedAt),
      endedAt,
      failingSince,
      random: random(),
    });
    const change = deciders.deliveryChange(row.state, outcome, endedAt);
    row.state = change.state;
    row.scheduledAttempts += 1;
    row.inFlightUntil = 0;
    if (change.nextAttemptAt !== 'unchanged') row.nextAttemptAt = change.nextAttemptAt?.getTime() ?? null;
    if (change.completedAt !== 'unchanged') row.completedAt = change.completedAt.getTime();
    if (row.nextAttemptAt !== null) clock.at(row.nextAttemptAt, () => this.#attemptDue());
    const endpoint = this.endpoints[row.receiver];
    if (endpoint === undefined) return;
    const isSuccess = outcome.kind === 'succeed';
    const ended = { endpointId: String(row.receiver), trigger: 'SCHEDULED' as const, endedAt, isSuccess };
    for (const { hadSuccess, failingSince: since } of deciders.healthNotes([ended])) {
      endpoint.failingSince = hadSuccess ? since : (endpoint.failingSince ?? since);
    }
    if (outcome.kind !== 'disable' || endpoint.disabledReason !== null) return;
    if (outcome.reason === 'FAILING' && !deciders.isFailingTooLong(endpoint.failingSince, endedAt)) return;
    endpoint.disabledReason = outcome.reason;
    endpoint.disabledAt = clock.now;
    note(() => `the endpoint of receiver ${row.receiver} is disabled: ${outcome.reason}`);
  }

  /** As queue/pending-deliveries.ts ends the deliveries of a disabled endpoint. */
  #end(row: DeliveryRow): void {
    row.state = 'FAILED';
    row.nextAttemptAt = null;
    row.completedAt = this.#stage.clock.now;
  }
}
