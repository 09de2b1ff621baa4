import type { OutageFact } from '@vedette/contract';
import type { Resolution } from '@vedette/incident/incident-lifecycle';
import { acknowledged, causeChanged, opened, resolved, type TimelineEntry } from '@vedette/incident/timeline-entry';
import { Alerts, type AlertDecision, type AlertJob } from './alerts.ts';
import { Stream, type Delivery } from './network.ts';
import { Process, type SimulatedEvent, type Stage, type Transaction } from './stage.ts';

const EVENT_ACK_WAIT_MS = 3_000;

/** The rows of one incident. */
export interface IncidentRow {
  readonly id: string;
  readonly monitorId: string;
  readonly startedAt: Date;
  revision: number;
  cause: string;
  resolution: Resolution | null;
  resolvedAt: Date | null;
  acknowledgedAt: Date | null;
  decideAt: Date | null;
  timeline: TimelineEntry[];
  readonly decisions: AlertDecision[];
  readonly jobs: AlertJob[];
}

/** The tables of the incident service around its rules: outages/outage-application.ts, outage.service.ts. */
export class IncidentService {
  readonly incidents = new Map<string, IncidentRow>();
  readonly events: Stream<SimulatedEvent>;
  readonly alerts: Alerts;
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #inbox = new Set<string>();
  readonly #forgotten = new Set<string>();

  constructor(stage: Stage, publish: (event: SimulatedEvent) => void) {
    const { clock, script } = stage;
    this.#stage = stage;
    this.#process = new Process(stage, 'incident', publish);
    this.alerts = new Alerts(stage, this.#process, this);
    this.events = new Stream({
      clock,
      script,
      channel: 'events for incidents',
      ackWaitMs: EVENT_ACK_WAIT_MS,
      take: (delivery) => this.#receive(delivery),
    });
  }

  isForgotten(monitorId: string): boolean {
    return this.#forgotten.has(monitorId);
  }

  incidentsOf(monitorId: string): IncidentRow[] {
    return [...this.incidents.values()].filter((incident) => incident.monitorId === monitorId);
  }

  /** A request of the monitor service. False when the process died: the request got no answer. */
  applyOutage(fact: OutageFact): boolean {
    const lives = this.#process.transact((tx) => this.#apply(tx, fact, this.#stage.clock.date));
    this.alerts.wake();
    return lives;
  }

  forget(monitorId: string): boolean {
    return this.#process.transact((tx) => this.#forget(tx, monitorId));
  }

  /** As incident.service.ts: only an ongoing incident is acknowledged, once. */
  acknowledge(monitorId: string): void {
    const now = this.#stage.clock.date;
    this.#process.transact((tx) => {
      const incident = this.incidentsOf(monitorId).find(
        ({ resolvedAt, acknowledgedAt }) => resolvedAt === null && acknowledgedAt === null,
      );
      if (incident === undefined || this.#forgotten.has(monitorId)) return;
      tx.write(() => {
        incident.acknowledgedAt = now;
        incident.timeline.push(acknowledged(now, null));
        this.alerts.decide(incident);
      });
      tx.tell({ type: 'incident.acknowledged', monitorId, incidentId: incident.id });
    });
  }

  /** An event has its effect once: its inbox row commits with the effect (libs/messaging/src/mutations/inbox.ts). */
  #receive(delivery: Delivery<SimulatedEvent>): void {
    const { message: event } = delivery;
    const lives = this.#process.transact((tx) => {
      if (this.#inbox.has(event.id)) return;
      tx.write(() => this.#inbox.add(event.id));
      if (event.type === 'monitor.deleted') this.#forget(tx, event.monitorId);
      else if (event.outage !== undefined) this.#apply(tx, event.outage, new Date(event.at));
      else if (event.window !== undefined) this.alerts.applyNotice(tx, event.window.windowId, event.window);
    });
    if (lives) delivery.ack();
    this.alerts.wake();
  }

  #forget(tx: Transaction, monitorId: string): void {
    tx.write(() => {
      this.#forgotten.add(monitorId);
      this.alerts.forget(monitorId);
    });
  }

  #apply(tx: Transaction, fact: OutageFact, at: Date): void {
    const { incidentId, monitor } = fact;
    const others = this.incidentsOf(monitor.id).filter(({ id }) => id !== incidentId);
    const newestFirst = others.toSorted(
      (one, other) => other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : -1),
    );
    const known = this.incidents.get(incidentId);
    const decision = this.#stage.deciders.applyFact(fact, {
      isForgotten: this.#forgotten.has(monitor.id),
      incident: known,
      newestOther: newestFirst[0],
      ongoingOther: others.find(({ resolvedAt }) => resolvedAt === null),
    });
    switch (decision.kind) {
      case 'ignore':
        return;
      case 'confirm':
      case 'change-cause':
        return tx.write(() => {
          if (known === undefined || known.revision >= fact.revision) return;
          known.revision = fact.revision;
          known.cause = fact.cause;
          if (decision.kind === 'change-cause') known.timeline.push(causeChanged(fact.cause, at));
        });
      case 'open':
      case 'open-resolved':
        this.#open(tx, fact, decision.supersedes);
        return this.#tell(
          tx,
          fact,
          decision.kind === 'open' ? ['incident.opened'] : ['incident.opened', 'incident.resolved'],
        );
      case 'resolve':
        return this.#resolve(tx, fact, known, decision.changesCause);
    }
  }

  #open(tx: Transaction, fact: OutageFact, supersedes: string | undefined): void {
    const { promises, note } = this.#stage;
    const superseded = supersedes === undefined ? undefined : this.incidents.get(supersedes);
    const startedAt = new Date(fact.startedAt);
    const plan = this.alerts.planOpening(fact.monitor.id, startedAt, fact.resolved);
    const end = fact.resolved === null ? [] : [resolved(startedAt, fact.resolved)];
    const incident: IncidentRow = {
      id: fact.incidentId,
      monitorId: fact.monitor.id,
      startedAt,
      revision: fact.revision,
      cause: fact.cause,
      resolution: fact.resolved?.because ?? null,
      resolvedAt: fact.resolved && new Date(fact.resolved.at),
      acknowledgedAt: null,
      decideAt: null,
      timeline: [opened(fact), ...end],
      decisions: [],
      jobs: [],
    };
    tx.write(() => {
      if (superseded?.resolvedAt === null) {
        superseded.resolvedAt = startedAt;
        superseded.resolution = 'SUPERSEDED';
      }
      this.incidents.set(incident.id, incident);
      this.alerts.carryOut(incident, plan);
      note(() => `incident ${incident.id} of ${incident.monitorId} is open`);
      promises.incidentsChanged(this.incidentsOf(incident.monitorId));
    });
  }

  #resolve(tx: Transaction, fact: OutageFact, known: IncidentRow | undefined, changesCause: boolean): void {
    const { resolved: end } = fact;
    if (known === undefined || end === null || known.revision >= fact.revision) return;
    const entry = resolved(new Date(fact.startedAt), end);
    tx.write(() => {
      known.revision = fact.revision;
      known.cause = fact.cause;
      known.resolvedAt = new Date(end.at);
      known.resolution = end.because;
      known.timeline.push(...(changesCause ? [causeChanged(fact.cause, entry.at), entry] : [entry]));
      this.#stage.note(() => `incident ${known.id} of ${known.monitorId} is resolved: ${end.because}`);
      this.alerts.decide(known);
      this.#stage.promises.incidentsChanged(this.incidentsOf(known.monitorId));
    });
    this.#tell(tx, fact, ['incident.resolved']);
  }

  #tell(tx: Transaction, fact: OutageFact, news: readonly ('incident.opened' | 'incident.resolved')[]): void {
    for (const type of news) tx.tell({ type, monitorId: fact.monitor.id, incidentId: fact.incidentId });
  }
}
